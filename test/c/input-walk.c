//: expect bug
//: options --all-errors
//: output walk.c:58:
//: output walk.c:63:
//: output walk.c:71:
//: output walk.c:120:
//: output walk.c:127:
//: output walk.c:135:
//: output walk.c:143:
//: output walk.c:151:
//: output walk.c:160:
//: output walk.c:169:
//: output walk.c:178:
//: output walk.c:187:
//: output walk.c:197:
//: output walk.c:206:
//: output walk.c:215:
//: output walk.c:225:
//: output walk.c:233:
//: output walk.c:240:
//: output walk.c:247:
//: output walk.c:253:
//: output walk.c:259:
//: output walk.c:266:
//: output walk.c:273:
//: output walk.c:280:
//: output walk.c:287:
//: output walk.c:294:
//: output walk.c:301:
//: output walk.c:308:
//: output walk.c:316:
//: output walk.c:323:
//: output walk.c:330:
//: output walk.c:338:
//: output walk.c:348:
//: output walk.c:355:
//: output walk.c:362:
//: output walk.c:368:
//: output walk.c:377:
// What happens on the way to an exit matters, though most values of the input end there: each of these is wrong for some of them.
#include <assert.h>
#include <heddle.h>
#include <limits.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);
#define GATE                                                                                       \
    if (n >= 10)                                                                                   \
    exit(0)

static unsigned last, limit = 100000;

static void look(unsigned k)
{
    assert(k != 70000);
}
static void inner(unsigned k)
{
    unsigned v = k + 1;
    assert(v != 80001);
}
static void deeper(unsigned k)
{
    inner(k);
}
static void look_at_last(void)
{
    assert(last != 70000);
}
static int classify(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n >= 60000)
        return 7;
    return 0;
}
static void ends_above(unsigned value, unsigned limit)
{
    if (value >= limit)
        exit(0);
}
static void again(unsigned value, int deeper)
{
    unsigned mine = value;
    if (deeper)
        again(11, deeper - 1);
    if (deeper && mine >= 10)
        exit(0);
}
static unsigned cut(unsigned value)
{
    if (value > 100)
        return 5;
    return value;
}
static void called(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    look(n);
    GATE;
}
static void called_deeper(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    deeper(n);
    GATE;
}
static void kept_in_a_global(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    last = n;
    look_at_last();
    GATE;
}
static void returned(void)
{
    assert(classify() != 7);
}
static void divided(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    int zero = 0;
    if (n >= 10) {
        zero = 5 / zero;
        exit(0);
    }
}
static void divided_by_itself(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n >= 10) {
        n = 100 / (n - n);
        exit(0);
    }
}
static void least_divided(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0) {
        n = n / -1;
        exit(0);
    }
}
static void shifted(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n >= 10) {
        n = 1u << n;
        exit(0);
    }
}
static void written_through_null(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned *p = NULL;
    if (n >= 10) {
        *p = 1;
        exit(0);
    }
}
static void read_through_null(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned *p = NULL;
    if (n >= 10) {
        n = *p;
        exit(0);
    }
}
static void never_written(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    int u;
    if (n >= 10) {
        if (u)
            exit(1);
        exit(0);
    }
}
static void asserted(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n >= 10) {
        assert(n != 70000);
        exit(0);
    }
}
static void freed_twice(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    char *p = malloc(1);
    if (n >= 10) {
        free(p);
        free(p);
        exit(0);
    }
}
static void switched(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    switch (n) {
    case 70000:
        assert(0);
    }
    GATE;
}
static void converted(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    double d = 1e30;
    if (n >= 10) {
        n = (unsigned)d;
        exit(0);
    }
}
static void one_of_two(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned k = n > 100 ? 5 : n;
    if (k >= 10)
        exit(0);
    assert(n != 70000);
}
static void both_sides(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    int k = n >= 10 && n != 70000;
    if (k)
        exit(0);
    assert(n != 70000);
}
static void called_twice(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    ends_above(n, 100000);
    ends_above(3, 10);
    assert(n != 70000);
}
static void result_of_a_call(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (cut(n) >= 10)
        exit(0);
    assert(n != 70000);
}
static void assumed_other(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n != 5);
    assert(n != 70000);
}
static void assumed_bits(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n & 6);
    assert(n != 70002);
}
static void least_of_two_stretches(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > -5 && n < 5)
        exit(0);
    assert(n != INT_MIN);
}
static void greatest_of_two_stretches(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > -5 && n < 5)
        exit(0);
    assert(n != INT_MAX);
}
static void up_to_the_least(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > INT_MIN + 3 && n < 5)
        exit(0);
    assert(n != INT_MIN);
}
static void last_of_unsigned(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 3 && n < 0xfffffff0)
        exit(0);
    assert(n != 0xffffffff);
}
static void middle_of_unsigned(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 0x7ffffff0 || n > 0x8000000f)
        exit(0);
    assert(n != 0x80000000);
}
static void char_above(void)
{
    signed char n = __VERIFIER_nondet_char();
    if (n < 100)
        exit(0);
    assert(n != 127);
}
static void char_below(void)
{
    signed char n = __VERIFIER_nondet_char();
    if (n > -100)
        exit(0);
    assert(n != -128);
}
static void limit_of_a_global(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned k = limit;
    if (n >= k)
        exit(0);
    assert(n != 70000);
}
static void distance_to_a_global(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (limit - n < 10)
        exit(0);
    assert(n != 3);
}
static void multiplied(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    int zero = 0;
    if (n * n > 100)
        zero = 5 / zero;
    if (n >= 10)
        exit(zero);
}
static void called_again(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    again(n, 1);
    assert(n != 5);
}
static void third_case(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    switch (n) {
    case 1:
    case 2:
        break;
    case 90001:
        assert(0);
    }
}
static void cut_and_compared(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if ((unsigned char)n == 200 && n > 1000)
        assert(0);
}
static void widened(void)
{
    int n = __VERIFIER_nondet_int();
    long w = n;
    if (w == -123456)
        assert(0);
}
static void shifted_and_compared(void)
{
    int n = __VERIFIER_nondet_int();
    if (n >> 3 == -9000)
        assert(0);
}
static void kept_twice(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned kept = n, copy = kept;
    if (kept == 12)
        exit(0);
    if (copy == 7100)
        assert(0);
}
static void (*const forms[])(void) = {called,
                                      called_deeper,
                                      kept_in_a_global,
                                      returned,
                                      divided,
                                      divided_by_itself,
                                      least_divided,
                                      shifted,
                                      written_through_null,
                                      read_through_null,
                                      never_written,
                                      asserted,
                                      freed_twice,
                                      switched,
                                      converted,
                                      one_of_two,
                                      both_sides,
                                      called_twice,
                                      result_of_a_call,
                                      assumed_other,
                                      assumed_bits,
                                      least_of_two_stretches,
                                      greatest_of_two_stretches,
                                      up_to_the_least,
                                      last_of_unsigned,
                                      middle_of_unsigned,
                                      char_above,
                                      char_below,
                                      limit_of_a_global,
                                      distance_to_a_global,
                                      multiplied,
                                      called_again,
                                      third_case,
                                      cut_and_compared,
                                      widened,
                                      shifted_and_compared,
                                      kept_twice};

int main(void)
{
    forms[heddle_choose(0, sizeof forms / sizeof *forms - 1)]();
    return 0;
}
