// Which values of an input are tried: those that decide a comparison, or that somebody looks at.  The processor says whether
// they are enough (test/fuzz/c_values.c); here stands what they are.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

static int seen;

static void never_used(void)
{
    __VERIFIER_nondet_int();
}
static void only_stored(void)
{
    int local = __VERIFIER_nondet_int();
    (void)local;
}
static void bool_input(void)
{
    seen += __VERIFIER_nondet_bool();
}
static void equal_to_one(void)
{
    seen += __VERIFIER_nondet_int() == 7;
}
static void below(void)
{
    seen += __VERIFIER_nondet_int() < 10;
}
static void at_most_unsigned(void)
{
    seen += __VERIFIER_nondet_uint() <= 10u;
}
static void at_least_negative(void)
{
    seen += __VERIFIER_nondet_long() >= -5;
}
static void between(void)
{
    int x = __VERIFIER_nondet_int();
    if (x >= 3 && x <= 8)
        seen++;
}
static void widened_unsigned(void)
{
    seen += (int)__VERIFIER_nondet_uchar() > 200;
}
static void widened_signed(void)
{
    seen += (int)__VERIFIER_nondet_char() < -100;
}
static void cut(void)
{
    seen += (unsigned char)__VERIFIER_nondet_int() == 44;
}
static void moved(void)
{
    seen += __VERIFIER_nondet_uchar() + 10 == 50;
}
static void masked(void)
{
    seen += (__VERIFIER_nondet_uint() & 12) == 8;
}
static void shifted(void)
{
    seen += __VERIFIER_nondet_ushort() >> 4 == 3;
}
static void in_a_switch(void)
{
    switch (__VERIFIER_nondet_int()) {
    case -1:
        seen += 1;
        break;
    case 5:
        seen += 2;
        break;
    }
}
static void assumed(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x < 4);
    seen = x;
}
static void compared_twice(void)
{
    unsigned long x = __VERIFIER_nondet_ulong();
    seen += x > 100;
    seen += x == 1ul << 40;
}
static void through_a_variable(void)
{
    short x = (short)__VERIFIER_nondet_int();
    seen += x < 0;
}

static void sum_of_signed(void)
{
    seen += __VERIFIER_nondet_int() / 4 > 6;
}
static void negated(void)
{
    seen += -__VERIFIER_nondet_char() == 5;
}
static void inverted(void)
{
    seen += (unsigned char)~__VERIFIER_nondet_uchar() == 5;
}
static void one_bit(void)
{
    seen += (__VERIFIER_nondet_uchar() >> 7 & 1) != 0;
}
static void signed_as_unsigned(void)
{
    seen += (unsigned)__VERIFIER_nondet_int() > 5u;
}
static void unsigned_as_signed(void)
{
    seen += (int)__VERIFIER_nondet_uint() < 0;
}
static void not_zero(void)
{
    if (__VERIFIER_nondet_ulong())
        seen++;
}
static void given_on(int x)
{
    seen += x == 12 || x == -12;
}
static void through_a_call(void)
{
    given_on(__VERIFIER_nondet_int());
}
static void in_a_member(void)
{
    struct {
        unsigned low : 4, high : 4;
    } s;
    s.high = __VERIFIER_nondet_uint();
    seen += s.high == 9;
}
static void twice_as_much(void)
{
    seen += __VERIFIER_nondet_uchar() * 2 == 20;
}

int main(void)
{
    never_used();
    only_stored();
    bool_input();
    equal_to_one();
    below();
    at_most_unsigned();
    at_least_negative();
    between();
    widened_unsigned();
    widened_signed();
    cut();
    moved();
    masked();
    shifted();
    in_a_switch();
    assumed();
    compared_twice();
    through_a_variable();
    sum_of_signed();
    negated();
    inverted();
    one_bit();
    signed_as_unsigned();
    unsigned_as_signed();
    not_zero();
    through_a_call();
    in_a_member();
    twice_as_much();
    assert(seen < 1000);
    return 0;
}
