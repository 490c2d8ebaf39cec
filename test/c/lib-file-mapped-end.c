//: expect bug
// An empty file has no first byte, and a mapping of it neither.
#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    int file = open("text", O_RDONLY);
    if (file < 0)
        return 1;
    char *map = mmap(NULL, 1, PROT_READ, MAP_PRIVATE, file, 0);
    return map == MAP_FAILED ? 1 : *map == 'x';
}
