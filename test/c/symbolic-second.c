//: expect bug assert 14
//: options --engine=symbolic --property=assert,memory,lock
// Of three assertions it is the second one that fails.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 1 || x > 100)
        return 0;
    assert(x * 2 > x);
    assert(x * 3 != 15);
    assert(x + x != 9);
    return 0;
}
