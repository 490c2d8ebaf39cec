//: expect bug assert 15
// The one value of a wide input that matters is found where it is compared.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int kept;

static void look(int n)
{
    if (n != 123456)
        return;
    kept = 0;
    if (kept == 0)
        assert(0);
}

int main(void)
{
    kept = __VERIFIER_nondet_int();
    look(kept);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
