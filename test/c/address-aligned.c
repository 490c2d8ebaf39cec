//: expect safe
// Who asks for an alignment gets it; what has no name is aligned as its type is, at least.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
struct large {
    int numbers[6];
};

static void check(struct large s, const int *p)
{
    assert((uintptr_t)&s % 4 == 0 && (uintptr_t)p % 4 == 0);
}

int main(void)
{
    char *p = aligned_alloc(64, 128);
    void *q, *r = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (!p || posix_memalign(&q, 256, 100) || r == MAP_FAILED)
        exit(0);
    assert((uintptr_t)p % 64 == 0 && (uintptr_t)q % 256 == 0 && (uintptr_t)r % 4096 == 0);
    char *inner = p + 70, *begin = (char *)((uintptr_t)inner & ~(uintptr_t)63);
    assert(begin == p + 64);
    check((struct large){{1}}, (int[]){1, 2});
    free(p);
    free(q);
    munmap(r, 4096);
    return 0;
}
