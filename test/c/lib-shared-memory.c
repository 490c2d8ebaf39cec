//: expect bug assert 16
// The memory of a name may not be had, and may not get the size that is asked for.
#include <assert.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    int file = shm_open("/x", O_RDWR | O_CREAT, 0600);
    if (file < 0)
        return 1;
    assert(ftruncate(100, 10) == -1);
    int done = ftruncate(file, 4096);
    close(file);
    assert(done == 0);
    return 0;
}
