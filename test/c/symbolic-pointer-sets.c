//: expect bug assert
//: options --engine=symbolic --memory-model=sc --property=assert,memory
//: also --engine=explore
// A pointer to one of three: the one in the middle comes from the other branch, and is the one that is wrong.
#include <assert.h>

int __VERIFIER_nondet_int(void);

static int first = 1, middle = 5, last = 1;

int main(void)
{
    int *p = __VERIFIER_nondet_int() ? &first : &last;
    int *q = __VERIFIER_nondet_int() ? p : &middle;
    assert(*q == 1);
    return 0;
}
