//: expect safe
// Comparisons of what was computed from an input with constants: all values are judged.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern short __VERIFIER_nondet_short(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned char byte = n >> 8;
    if ((n & 0xff00) == 0x1200)
        assert(byte == 0x12);
    short s = __VERIFIER_nondet_short();
    if ((unsigned short)s > 40000)
        assert(s < 0 && s / 3 <= 0);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=bound
