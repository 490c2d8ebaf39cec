//: expect bug assert 17
//: options --engine=symbolic --memory-model=sc --property=assert
// A bit of one input twice is even; of two inputs it need not be.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned v = __VERIFIER_nondet_uint(), w = __VERIFIER_nondet_uint();
    unsigned sum = 0;
    if ((v & 1) + (v & 1) == 1)
        sum = 1;
    assert(sum == 0);
    if ((v & 1) + (w & 1) == 1)
        sum = 2;
    assert(sum == 0);
    return 0;
}
