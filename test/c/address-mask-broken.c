//: expect bug assert 13
//: output the address of char#1 is 16 modulo 4096
// Bits of an address that alignment does not make zero: there is an allocator, and a run, in which they are not.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(64);
    if (!p)
        return 0;
    assert(((uintptr_t)p & 0xff0) == 0);
    free(p);
    return 0;
}
