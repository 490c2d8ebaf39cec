//: expect bug assert 14
//: options --engine=cegar
//: recursive
// Of all values of two inputs exactly one pair fails: the solver finds it, and the run is shown with it.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    unsigned long long b = __VERIFIER_nondet_ulonglong();
    assert(a <= 1000 || a * 3L != 37035 || b != 0x123456789abcdefULL);
    return 0;
}
