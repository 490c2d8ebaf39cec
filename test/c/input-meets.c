//: options --all-errors
//: expect bug assert
//: output error 12 of 12:
// An input must be equal to another value: one that is computed, written in bytes, cut, widened in two ways, or an input of which
// less is left.  What comes behind happens for some of them.
#include <assert.h>
#include <heddle.h>
#include <limits.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);

static unsigned zero, bytes;

static void computed(void)
{
    unsigned n = __VERIFIER_nondet_uint(), m = zero - 1;
    assert(n == m);
    assert(0);
}
static void written_in_bytes(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    for (unsigned k = 0; k < sizeof bytes; k++)
        ((unsigned char *)&bytes)[k] = 255;
    assert(n == bytes);
    assert(0);
}
static void cut(void)
{
    unsigned n = __VERIFIER_nondet_uint(), m = (unsigned)(int)(signed char)__VERIFIER_nondet_uint();
    assert(n == m);
    assert(n < 0x80000000u);
}
static void widened_in_two_ways(void)
{
    short n = __VERIFIER_nondet_short(), m = __VERIFIER_nondet_short();
    assert(n == m);
    assert((int)n == (int)(unsigned short)m);
}
static void less_is_left(void)
{
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (m > -5)
        exit(0);
    assert(n == m);
    assert(0);
}
static void looked_at_as_the_other(void)
{
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
    assert(n == m);
    assert(m != 70000);
}

int main(void)
{
    switch (heddle_choose(0, 5)) {
    case 0:
        computed();
        break;
    case 1:
        written_in_bytes();
        break;
    case 2:
        cut();
        break;
    case 3:
        widened_in_two_ways();
        break;
    case 4:
        less_is_left();
        break;
    case 5:
        looked_at_as_the_other();
        break;
    }
    return 0;
}
