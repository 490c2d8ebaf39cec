//: expect bug
// The same with a destructor, and a return from main.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
static int done;

__attribute__((destructor)) static void last(void)
{
    assert(done);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 9)
        return 1;
    done = 1;
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=bound
//: also --engine=cegar --property=assert
