//: expect safe
// Inputs that are only copied, and must be equal to their copies.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned cell[2], other;

static unsigned pass(unsigned n)
{
    return n;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    cell[0] = n;
    cell[1] = __VERIFIER_nondet_uint();
    other = pass(cell[0]);
    assert(other == n);
    assert(cell[0] == other);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
