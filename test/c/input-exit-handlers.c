//: expect bug assert 9
// exit is not the end: a handler of atexit looks at the input.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int begun;
static void last(void)
{
    assert(begun);
}
int main(void)
{
    atexit(last);
    int n = __VERIFIER_nondet_int();
    if (n > 9 || n < 0)
        exit(1);
    begun = 1;
    return 0;
}
