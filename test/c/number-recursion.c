//: expect safe
//: options --engine=cegar
//: recursive
// Recursion over any input.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned half(unsigned n)
{
    if (n < 2)
        return n;
    return half(n - 2);
}
int main(void)
{
    unsigned r = half(__VERIFIER_nondet_uint());
    assert(r < 2);
    return 0;
}
