//: expect bug assert 19
//: options --engine=symbolic --memory-model=sc --property=assert
// A condition that never holds has no path; one that differs from it by a constant has one.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned v = __VERIFIER_nondet_uint(), w = __VERIFIER_nondet_uint();
    unsigned sum = 0;
    if ((v & 4) == 8)
        sum += 1;
    if ((w & 4) == 12)
        sum += 2;
    if ((w & 4) == 4)
        sum += 4;
    assert(sum == 0 || sum == 4);
    assert(sum == 0);
    return 0;
}
//: hard
