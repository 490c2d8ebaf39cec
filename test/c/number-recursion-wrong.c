//: expect bug assert 16
//: options --engine=cegar
//: recursive
// The twin of number-recursion: it may also hand back 2.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned half(unsigned n)
{
    if (n < 3)
        return n;
    return half(n - 2);
}
int main(void)
{
    unsigned r = half(__VERIFIER_nondet_uint());
    assert(r < 2);
    return 0;
}
