//: expect unknown
//: options --engine=explore
//: output test/c/address-hash-wide.c:14: an address is used as a number
//: output give the object a number of its own
// A hash of all bits of an address: there are too many to try.
#include <stdint.h>
#include <stdlib.h>
static void *table[16];

int main(void)
{
    char *p = malloc(8);
    if (p)
        table[(uintptr_t)p * 0x9e3779b97f4a7c15u >> 60] = p;
    free(p);
    return 0;
}
