//: expect unknown
//: options --engine=symbolic --memory-model=sc
//: output numbers that are floats are not followed
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    double half = __VERIFIER_nondet_int() / 2.0;
    assert((int)half != 7);
    return 0;
}
