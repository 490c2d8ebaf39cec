//: expect unknown
//: output test/c/unknown-address-number.c:13: an address is used as a number
//: output give the object a number of its own
// A hash of an address.
#include <stdint.h>
#include <stdlib.h>
static void *table[16];

int main(void)
{
    char *p = malloc(8);
    if (p)
        table[(uintptr_t)p / 16 % 16] = p;
    free(p);
    return 0;
}
