//: expect safe
// What is computed from an input matters only to runs that get there.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int kept, ready;

int main(void)
{
    kept = __VERIFIER_nondet_int();
    if (ready)
        assert(kept * 3 != 9);
    assert(kept != 5 || kept > 4);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
