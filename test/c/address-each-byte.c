//: expect unknown
//: options --all-errors --engine=explore
//: output address-each-byte.c:17: an address is used as a number
// No address has more than 48 bits: of the bytes of a pointer the last two are zero, and of the one before nothing is known.
// `address-each-byte-right.c` looks at the last two.
#ifndef FIRST
#define FIRST 5
#endif

#include <heddle.h>

static int x, *p = &x;

/* What is at the place could be anything. */
static int is_three(const unsigned char *at)
{
    return *at == 3;
}

int main(void)
{
    const unsigned char *bytes = (const unsigned char *)&p;
    int k = heddle_choose(FIRST, 7);
    return is_three(bytes + k);
}
