//: expect bug
// Which value of many it is that goes wrong is computed backwards.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n > 100 && n < 5000000);
    assert(n * 3 != 3 * 777777);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=bound
//: also --engine=cegar --property=assert
