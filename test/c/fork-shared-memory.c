//: expect unknown
//: output memory that processes share
// Safe natively: the child writes what its parent reads.
#include <assert.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (fork() == 0) {
        *p = 1;
        _exit(0);
    }
    wait(NULL);
    assert(*p == 1);
    return 0;
}
