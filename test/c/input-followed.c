//: expect safe
// Inputs go through memory and calls, and are only compared with constants or masked in the end.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static int kept;
static int table[4];
static unsigned many;

static int sign_of(int n)
{
    return n < 0 ? -1 : n > 0;
}

static int input(void)
{
    return __VERIFIER_nondet_int();
}

int main(void)
{
    kept = __VERIFIER_nondet_int();
    int sign = sign_of(kept);
    if (kept < 0)
        assert(sign == -1);
    else
        assert(sign >= 0);
    many = __VERIFIER_nondet_uint();
    table[many & 3] = 1;
    assert(table[0] + table[1] + table[2] + table[3] == 1);
    input();
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=summarize
