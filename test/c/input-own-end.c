//: expect bug
// A function of the user's that is called like one that ends the program.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
static int calls;

void reach_error(void)
{
    calls++;
}

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    if (a != b)
        reach_error();
    if (b != c)
        reach_error();
    if (a != c)
        reach_error();
    assert(calls != 3);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
