/* test_models_math.c -- <math.h> beside the original: the values to the last bit, and errno. */
#include "models.h"

#include <math.h>

#ifndef __clang__
#pragma GCC diagnostic ignored "-Wclobbered" /* who jumps back has failed */
#endif

#define ALL                                                                                        \
    X(fabs)                                                                                        \
    X(floor)                                                                                       \
    X(ceil)                                                                                        \
    X(trunc)                                                                                       \
    X(round)                                                                                       \
    X(rint)                                                                                        \
    X(nearbyint)                                                                                   \
    X(sqrt)                                                                                        \
    X(cbrt)                                                                                        \
    X(exp)                                                                                         \
    X(exp2)                                                                                        \
    X(expm1)                                                                                       \
    X(log)                                                                                         \
    X(log2)                                                                                        \
    X(log10)                                                                                       \
    X(log1p)                                                                                       \
    X(sin)                                                                                         \
    X(cos)                                                                                         \
    X(tan)                                                                                         \
    X(asin)                                                                                        \
    X(acos)                                                                                        \
    X(atan)                                                                                        \
    X(sinh)                                                                                        \
    X(cosh)                                                                                        \
    X(tanh)                                                                                        \
    X(asinh)                                                                                       \
    X(acosh)                                                                                       \
    X(atanh)                                                                                       \
    X(erf)                                                                                         \
    X(erfc)                                                                                        \
    X(tgamma)
#define ALL_TWO                                                                                    \
    X(fmin)                                                                                        \
    X(fmax)                                                                                        \
    X(fdim)                                                                                        \
    X(copysign)                                                                                    \
    X(fmod)                                                                                        \
    X(pow)                                                                                         \
    X(hypot)                                                                                       \
    X(atan2)                                                                                       \
    X(remainder)                                                                                   \
    X(nextafter)
#define SINGLE                                                                                     \
    X(fabs)                                                                                        \
    X(floor)                                                                                       \
    X(ceil)                                                                                        \
    X(trunc)                                                                                       \
    X(round)                                                                                       \
    X(rint)                                                                                        \
    X(nearbyint)                                                                                   \
    X(sqrt)                                                                                        \
    X(sin)                                                                                         \
    X(exp)                                                                                         \
    X(log)
#define SINGLE_TWO                                                                                 \
    X(fmin)                                                                                        \
    X(fmax)                                                                                        \
    X(copysign)                                                                                    \
    X(pow)                                                                                         \
    X(fmod)

#define X(name) MODEL(name);
ALL ALL_TWO
#undef X
#define X(name) MODEL(name##f);
    SINGLE SINGLE_TWO
#undef X
        MODEL(lround);
MODEL(llround);
MODEL(lrint);
MODEL(llrint);
MODEL(lroundf);
MODEL(lrintf);
MODEL(modf);
MODEL(frexp);
MODEL(ldexp);
MODEL(scalbn);

static const double edges[] = {0.0,
                               -0.0,
                               0.5,
                               -0.5,
                               1.5,
                               2.5,
                               -2.5,
                               1,
                               -1,
                               2,
                               3,
                               0.49999999999999994,
                               709.5,
                               710,
                               -744,
                               -746,
                               1e300,
                               4503599627370496.5,
                               4503599627370495.5,
                               -4503599627370495.5,
                               0x1p52,
                               0x1p53,
                               1e-300,
                               0x1p-1022,
                               0x1p-1074,
                               0x1.8p-1050,
                               INFINITY,
                               -INFINITY,
                               NAN,
                               170,
                               171.7,
                               -3,
                               1.0000000001};
enum { EDGES = sizeof edges / sizeof *edges };

static double some_number(int k)
{
    static uint64_t state = 88172645463325252u;
    if (k < EDGES)
        return edges[k];
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    if (k % 3)
        return (double)(int64_t)state / (double)(1ull << (40 + k % 24));
    double d;
    memcpy(&d, &state, sizeof d);
    return d == d ? d : NAN; /* none that signals */
}

static void same(const char *name, double mine, double theirs)
{
    if (memcmp(&mine, &theirs, sizeof mine) != 0 && !(mine != mine && theirs != theirs))
        fail_msg("%s: %a instead of %a", name, mine, theirs);
}

/* Underflow to a number that is not zero is left out: glibc tells of it in some functions. */
static void same_errno(const char *name, double x, double result, int theirs)
{
    int mine = *model___errno_location();
    if (mine != theirs && (result == 0 || !(fabs(result) < 0x1p-1022)))
        fail_msg("errno of %s(%a) = %a: %d instead of %d", name, x, result, mine, theirs);
}

static void functions_of_one_number(void **unused)
{
    for (int k = 0; k < 5000; k++) {
        double x = some_number(k), mine;
#define X(name)                                                                                    \
    double (*volatile name##_of)(double) = name; /* the library's, not the compiler's */           \
    errno = 0;                                                                                     \
    double name##_is = name##_of(x);                                                               \
    int name##_error = errno;                                                                      \
    *model___errno_location() = 0;                                                                 \
    expect(DONE, mine = model_##name(x));                                                          \
    same(#name, mine, name##_is);                                                                  \
    same_errno(#name, x, mine, name##_error);
        ALL
#undef X
            float y = (float)x,
                  single;
#define X(name)                                                                                    \
    expect(DONE, single = model_##name##f(y));                                                     \
    same(#name "f", (double)single, (double)name##f(y));
        SINGLE
#undef X
    }
    (void)unused;
}

static void functions_of_two_numbers(void **unused)
{
    for (int k = 0; k < EDGES * EDGES + 5000; k++) {
        bool edge = k < EDGES * EDGES;
        double x = some_number(edge ? k % EDGES : k), y = some_number(edge ? k / EDGES : k + 1),
               mine;
#define X(name)                                                                                    \
    double (*volatile name##_of)(double, double) = name;                                           \
    errno = 0;                                                                                     \
    double name##_is = name##_of(x, y);                                                            \
    int name##_error = errno;                                                                      \
    *model___errno_location() = 0;                                                                 \
    expect(DONE, mine = model_##name(x, y));                                                       \
    if (x != 0 || y != 0 || #name[1] != 'm') /* of 0 and -0 either one */                          \
        same(#name, mine, name##_is);                                                              \
    same_errno(#name, x, mine, name##_error);
        ALL_TWO
#undef X
        float a = (float)x, b = (float)y, single;
#define X(name)                                                                                    \
    expect(DONE, single = model_##name##f(a, b));                                                  \
    if (a != 0 || b != 0)                                                                          \
        same(#name "f", (double)single, (double)name##f(a, b));
        SINGLE_TWO
#undef X
    }
    (void)unused;
}

static void numbers_are_taken_apart(void **unused)
{
    for (int k = 0; k < 5000; k++) {
        double x = some_number(k), mine_whole, whole, mine, theirs;
        int mine_power = 0, power = 0,
            by = k % 7 ? k * 37 % 2400 - 1200 : (int)((unsigned)k * 1000003u);
        expect(DONE, mine = model_modf(x, &mine_whole));
        theirs = modf(x, &whole);
        same("modf", mine, theirs);
        same("modf", mine_whole, whole);
        expect(DONE, mine = model_frexp(x, &mine_power));
        theirs = frexp(x, &power);
        same("frexp", mine, theirs);
        if (x - x == 0)
            assert_int_equal(mine_power, power);
        errno = 0;
        theirs = ldexp(x, by);
        int error = errno;
        *model___errno_location() = 0;
        expect(DONE, mine = model_ldexp(x, by));
        same("ldexp", mine, theirs);
        same_errno("ldexp", x, mine, error);
        expect(DONE, mine = model_scalbn(x, by));
        same("scalbn", mine, theirs);
        if (fabs(x) < 0x1p62) {
            is(lround(x), model_lround(x));
            is(llround(x), model_llround(x));
            is(lrint(x), model_lrint(x));
            is(llrint(x), model_llrint(x));
            is(lroundf((float)x), model_lroundf((float)x));
            is(lrintf((float)x), model_lrintf((float)x));
        }
    }
    (void)unused;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(functions_of_one_number),
        TEST(functions_of_two_numbers),
        TEST(numbers_are_taken_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
