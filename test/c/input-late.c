//: expect unknown
//: options --engine=explore
// A constraint that comes after the value was seen does not count.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int shown;

int main(void)
{
    int n = __VERIFIER_nondet_int();
    shown = n;
    __VERIFIER_assume(n * n > 0 && n < 10);
    assert(shown == n);
    return 0;
}
