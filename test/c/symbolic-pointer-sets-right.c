//: expect safe
//: options --engine=symbolic --memory-model=sc --property=assert,memory
//: also --engine=explore
// A store through a pointer to one of three, each from another branch: the one that is meant has changed, the others have not.
#include <assert.h>

int __VERIFIER_nondet_int(void);

static int one = 1, two = 2, three = 3;

int main(void)
{
    int a = __VERIFIER_nondet_int() != 0, b = __VERIFIER_nondet_int() != 0;
    int *p = a ? &one : &three;
    int *q = b ? p : &two;
    *q += 10;
    assert(one == (a && b ? 11 : 1) && two == (b ? 2 : 12) && three == (!a && b ? 13 : 3));
    return 0;
}
