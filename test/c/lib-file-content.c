//: expect bounded
//: options --as-tried
// What is read by position, in order, and through a mapping is the same text.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    char all[16] = "", one = 0;
    struct stat state;
    int file = open("text", O_RDONLY);
    if (file < 0) {
        assert(pread(file, all, 1, 0) == -1 && errno == EBADF);
        return 1;
    }
    off_t size = lseek(file, 0, SEEK_END);
    assert(size >= 0 && read(file, all, 16) == 0);
    assert(fstat(file, &state) == 0 && S_ISREG(state.st_mode) && state.st_size == size);
    assert(lseek(file, 0, SEEK_SET) == 0 && read(file, all, 16) == size);
    assert(lseek(file, -1, SEEK_SET) == -1 && errno == EINVAL);
    for (off_t k = 0; k < size; k++)
        assert(pread(file, &one, 1, k) == 1 && one == all[k]);
    assert(pread(file, &one, 1, size) == 0 && lseek(file, 0, SEEK_CUR) == size);
    if (size > 0) {
        char *map = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, file, 0);
        if (map != MAP_FAILED) {
            assert(memcmp(map, all, (size_t)size) == 0);
            munmap(map, (size_t)size);
        }
    }
    assert(mmap(NULL, 0, PROT_READ, MAP_PRIVATE, file, 0) == MAP_FAILED && errno == EINVAL);
    close(file);
    int ends[2];
    assert(pipe(ends) == 0 && lseek(ends[0], 0, SEEK_SET) == -1 && errno == ESPIPE);
    return 0;
}
