//: expect bug assert 9
// The input goes to whichever function a pointer leads to; one of them compares it.
#include <assert.h>
#include <heddle.h>
extern int __VERIFIER_nondet_int(void);

static void check(int v)
{
    assert(v != 12345);
}

static void other(int v)
{
    (void)v;
}

int main(void)
{
    void (*f)(int) = heddle_choose(0, 1) ? check : other;
    int x = __VERIFIER_nondet_int();
    f(x);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
