//: expect bug assert 14
// Every value of an input that is constrained is tried: also the one that matters.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), digits = 0;
    __VERIFIER_assume(n < 4000);
    for (unsigned rest = n; rest; rest /= 10)
        digits += rest % 10;
    assert(digits < 30);
    return 0;
}
