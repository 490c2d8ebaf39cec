//: expect bug assert 9
// ... but a bug that some of these values show is a bug.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    assert(__VERIFIER_nondet_int() * 3 != 3);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
