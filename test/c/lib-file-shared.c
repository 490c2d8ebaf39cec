//: expect bounded
//: options --as-tried
// New shared memory is zero, and has the length that it was given.
#include <assert.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    int file = shm_open("/some", O_CREAT | O_EXCL | O_RDWR, 0600);
    if (file < 0 || ftruncate(file, 64) != 0)
        return 1;
    struct stat state;
    assert(fstat(file, &state) == 0 && state.st_size == 64);
    int *map = mmap(NULL, 64, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (map == MAP_FAILED)
        return 1;
    assert(map[0] == 0 && map[15] == 0);
    map[15] = 1;
    munmap(map, 64);
    shm_unlink("/some");
    return 0;
}
