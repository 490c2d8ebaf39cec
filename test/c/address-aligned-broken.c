//: expect bug assert 12
// More than was asked for.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    char *p = aligned_alloc(64, 128);
    if (!p)
        exit(0);
    assert((uintptr_t)p % 128 == 0);
    free(p);
    return 0;
}
