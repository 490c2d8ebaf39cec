//: expect bug
// The same with 32 bits that become 64.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    long long wide = n;
    if (wide < 0)
        return 0;
    assert(n != 3000000000u);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
