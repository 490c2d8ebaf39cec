//: expect bug assert 14
// Two inputs need not be equal, though each is only tested for that.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned cell[2];

int main(void)
{
    cell[0] = __VERIFIER_nondet_uint();
    unsigned n = cell[0];
    cell[1] = __VERIFIER_nondet_uint();
    assert(cell[1] == n);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
