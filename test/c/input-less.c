//: expect bug
// Only 1015 goes wrong.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
static int kept;

int main(void)
{
    kept = __VERIFIER_nondet_int();
    assert(kept - 1005 != 10);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=summarize
//: also --engine=cegar --property=assert
