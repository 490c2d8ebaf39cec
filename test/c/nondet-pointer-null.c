//: expect bug assert 11
// A pointer that is only tested against null is either; both are tried, and nothing is in doubt.
#include <assert.h>
#include <stdbool.h>

extern void *__VERIFIER_nondet_pointer(void);

int main(void)
{
    bool set = __VERIFIER_nondet_pointer();
    assert(!set);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=bound
