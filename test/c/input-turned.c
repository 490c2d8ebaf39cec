//: expect bug
// The constant comes first: only the greatest value goes wrong.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    assert(!(4294967294u < n));
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
