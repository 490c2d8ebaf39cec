//: expect bug assert 21
// A number is given again to another process; each process is a child of the one before, and its parent has another number.
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int first = fork();
    if (!first)
        return 0;
    wait(NULL);
    for (int i = 0; i < 40; i++) {
        int child = fork();
        assert(child != getpid() && getpid() != getppid());
        if (!child) {
            assert(getpid() != getppid());
            return 0;
        }
        wait(NULL);
        assert(child != first);
    }
    return 0;
}
