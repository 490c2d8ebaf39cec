//: expect bug assert 10
// A shifted address has as many low bits open as the allocator leaves.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void)
{
    int *p = malloc(16), *q = malloc(16);
    unsigned a = ((uintptr_t)p >> 4) % 8, b = ((uintptr_t)q >> 4) % 8;
    assert(a == b);
    free(p), free(q);
    return 0;
}
