//: expect bug assert 15
// The same with eight bits, and two stretches that meet the least number from both sides.
#include <assert.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    if (a != 3 && (a < 0x7f || a > 0x80))
        _Exit(0);
    if (b != 3 && (b < 0x80 || b > 0x81))
        _Exit(0);
    assert(a != 0x80 || b != 0x81);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
