//: expect bug assert 20
// Of the values that are kept some are a stretch that begins below the least signed number and ends
// with it, and another one is far away.
#include <assert.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c != 3 && (c < 0x7a || c > 0x80))
        _Exit(0);
    unsigned n = __VERIFIER_nondet_uint();
    if (n != 3 && (n < 0x7ffffffau || n > 0x80000000u))
        _Exit(0);
    assert(n < 0x80000001u && c < 0x81);
    /* only the very last value of the stretch */
    assert(n != 0x80000000u);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
