//: expect bug assert 12
// Small blocks are aligned for 8 bytes only, by jemalloc and tcmalloc.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(8);
    if (!p)
        return 0;
    assert((uintptr_t)p % 16 == 0);
    free(p);
    return 0;
}
