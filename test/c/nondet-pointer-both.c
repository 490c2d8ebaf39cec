//: expect safe
// Null and not null are all that a test against null can tell.
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

extern void *__VERIFIER_nondet_pointer(void);

int main(void)
{
    bool set = __VERIFIER_nondet_pointer();
    void *p = __VERIFIER_nondet_pointer();
    int n = set ? 1 : 0;
    if (p == NULL)
        n += 2;
    assert(n >= 0 && n <= 3);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
