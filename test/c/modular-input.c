//: expect safe
//: options --property=assert,memory
// Inputs that a few values do not stand for: the search ends, and the proof is about all of them.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    if (a <= b && b != a)
        assert(a + 1 <= b && a % 7 < 7);
    return 0;
}
