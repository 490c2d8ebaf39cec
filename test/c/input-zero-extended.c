//: expect bug
// A value that is extended by zeros and compared as signed keeps all its values.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char small = __VERIFIER_nondet_uchar();
    if (small < 10)
        return 0;
    assert(small < 200);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
