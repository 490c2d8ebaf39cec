//: expect bug
// Where handlers run, the end of the program is seen by them.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
static int done;

static void last(void)
{
    assert(done);
}

int main(void)
{
    atexit(last);
    int n = __VERIFIER_nondet_int();
    if (n > 9)
        exit(1);
    done = 1;
    return 0;
}
