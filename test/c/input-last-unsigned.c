//: expect bug
// Only the greatest value goes wrong.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    assert(!(n >= 4294967295u));
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=bound
//: also --engine=cegar --property=assert
