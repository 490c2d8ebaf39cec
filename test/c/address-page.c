//: expect unknown
//: output address-page.c:15: the address of an object
// Two objects may lie on one page, or in one line of the cache.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(16), *q = malloc(16);
    if (!p || !q)
        exit(0);
    uintptr_t mask = ~(uintptr_t)63, a = (uintptr_t)p & mask, b = (uintptr_t)q & mask;
    if ((uintptr_t)p % 64 == 16)
        assert(a != b);
    free(p);
    free(q);
    return 0;
}
