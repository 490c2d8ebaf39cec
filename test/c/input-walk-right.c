//: expect safe
// What is on the way to an exit is harmless, and few values of each input go on: all of them are tried.
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);

static unsigned table[10], shared, written_only;

static unsigned twice(unsigned k)
{
    unsigned v = k * 2;
    return v;
}
static void ends_above(unsigned value, unsigned limit)
{
    if (value >= limit)
        exit(0);
}
static int is_small(unsigned k)
{
    return k < 10;
}
static void computed(void)
{
    unsigned n = __VERIFIER_nondet_uint(), v = n / 3, w = (n ^ 5) & 255;
    if (n >= 10) {
        v = v / 7 + (w >> 3) + (n << 2) + n % 5;
        exit((int)v);
    }
    assert(n != 10 && n != 70000);
    table[n]++;
}
static void called(void)
{
    unsigned n = __VERIFIER_nondet_uint(), v = twice(3);
    shared = 1;
    ends_above(n, 100);
    ends_above(v, 100);
    ends_above(n, 10);
    table[n]++;
}
static void answered(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (!is_small(n))
        exit(0);
    table[n]++;
}
static void both(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 9)
        _Exit(0);
    table[n]++;
}
static void either(void)
{
    int n = __VERIFIER_nondet_int();
    int keep = n >= INT_MAX - 2 ? 1 : 0;
    if (!keep)
        exit(0);
    assert(n > INT_MAX - 3);
}
static void assumed(void)
{
    long n = __VERIFIER_nondet_long();
    __VERIFIER_assume(n >= -2);
    __VERIFIER_assume(n - 3 < 2);
    assert(n >= -2 && n <= 4);
}
static void narrow(void)
{
    short n = __VERIFIER_nondet_short();
    unsigned short m = __VERIFIER_nondet_ushort();
    __VERIFIER_assume(n <= SHRT_MIN + 3 && m >= 65530);
    assert(n < 0 && m > 60000);
}
static void divided(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n >= 10) {
        n = n / 3 + n % 5;
        exit(n);
    }
    table[n]++;
}
static void told_apart(void)
{
    unsigned n = __VERIFIER_nondet_uint(), kept = n;
    written_only = kept;
    if (n == 70000)
        shared = 2;
    if (kept >> 4 > 100)
        shared = 3;
    switch (n) {
    case 8:
    case 9:
        shared = 4;
    }
}

int main(void)
{
    computed();
    called();
    answered();
    both();
    either();
    assumed();
    narrow();
    divided();
    told_apart();
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
