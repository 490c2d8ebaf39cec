//: expect bug assert 9
// A quotient of 0 belongs to negative inputs, too.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n / 1000000 == 0)
        assert(n >= 0);
    return 0;
}
