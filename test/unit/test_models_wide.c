/* test_models_wide.c -- lib/wide.c against the processor and its compiler. */
#include "models.h"

typedef unsigned __int128 Wide;
typedef __int128 Signed;
typedef struct Halves {
    uint64_t low, high;
} Halves;
typedef Halves Function(uint64_t, uint64_t, uint64_t, uint64_t);

#define FUNCTION(name) Function model___heddle_wide_##name
FUNCTION(add);
FUNCTION(sub);
FUNCTION(mul);
FUNCTION(add_signed);
FUNCTION(sub_signed);
FUNCTION(mul_signed);
FUNCTION(udiv);
FUNCTION(urem);
FUNCTION(sdiv);
FUNCTION(srem);
FUNCTION(shl);
FUNCTION(lshr);
FUNCTION(ashr);
#define QUESTION(name) bool model___heddle_wide_##name(uint64_t, uint64_t, uint64_t, uint64_t)
QUESTION(uadd_overflows);
QUESTION(usub_overflows);
QUESTION(umul_overflows);
QUESTION(sadd_overflows);
QUESTION(ssub_overflows);
QUESTION(smul_overflows);
double model___heddle_wide_to_double(uint64_t, uint64_t);
double model___heddle_wide_to_double_signed(uint64_t, uint64_t);
float model___heddle_wide_to_float(uint64_t, uint64_t);
float model___heddle_wide_to_float_signed(uint64_t, uint64_t);
Halves model___heddle_wide_from_double(double);
Halves model___heddle_wide_from_double_signed(double);

static Wide join(Halves h)
{
    return (Wide)h.high << 64 | h.low;
}

#define WORDS(a)          (uint64_t)(a), (uint64_t)((a) >> 64)
#define MODEL_OF(f, a, b) join(model___heddle_wide_##f(WORDS((Wide)(a)), WORDS((Wide)(b))))

static void same(Wide a, Wide b)
{
    assert_int_equal((uint64_t)a, (uint64_t)b);
    assert_int_equal((uint64_t)(a >> 64), (uint64_t)(b >> 64));
}

#define OVERFLOWS(f, a, b) model___heddle_wide_##f##_overflows(WORDS((Wide)(a)), WORDS((Wide)(b)))

static void compare_overflow(Wide a, Wide b)
{
    Wide u;
    Signed s, x = (Signed)a, y = (Signed)b;
    assert_int_equal(OVERFLOWS(uadd, a, b), __builtin_add_overflow(a, b, &u));
    assert_int_equal(OVERFLOWS(usub, a, b), __builtin_sub_overflow(a, b, &u));
    assert_int_equal(OVERFLOWS(umul, a, b), __builtin_mul_overflow(a, b, &u));
    assert_int_equal(OVERFLOWS(sadd, a, b), __builtin_add_overflow(x, y, &s));
    assert_int_equal(OVERFLOWS(ssub, a, b), __builtin_sub_overflow(x, y, &s));
    assert_int_equal(OVERFLOWS(smul, a, b), __builtin_mul_overflow(x, y, &s));
}

static void compare(Wide a, Wide b)
{
    const Wide least = (Wide)1 << 127;
    unsigned by = (unsigned)b % 128;
    compare_overflow(a, b);
    same(MODEL_OF(add, a, b), a + b);
    same(MODEL_OF(sub, a, b), a - b);
    same(MODEL_OF(mul, a, b), a * b);
    same(MODEL_OF(add_signed, a, b), a + b);
    same(MODEL_OF(sub_signed, a, b), a - b);
    same(MODEL_OF(mul_signed, a, b), a * b);
    same(MODEL_OF(shl, a, by), a << by);
    same(MODEL_OF(lshr, a, by), a >> by);
    same(MODEL_OF(ashr, a, by), (Wide)((Signed)a >> by));
    if (b) {
        same(MODEL_OF(udiv, a, b), a / b);
        same(MODEL_OF(urem, a, b), a % b);
    }
    if (b && !(a == least && !~b)) {
        same(MODEL_OF(sdiv, a, b), (Wide)((Signed)a / (Signed)b));
        same(MODEL_OF(srem, a, b), (Wide)((Signed)a % (Signed)b));
    }
}

static void convert(Wide a)
{
    double d = (double)a, s = (double)(Signed)a;
    assert_true(model___heddle_wide_to_double(WORDS(a)) == d);
    assert_true(model___heddle_wide_to_double_signed(WORDS(a)) == s);
    assert_true(model___heddle_wide_to_float(WORDS(a)) == (float)a);
    assert_true(model___heddle_wide_to_float_signed(WORDS(a)) == (float)(Signed)a);
    if (d < 0x1p128)
        same(join(model___heddle_wide_from_double(d)), (Wide)d);
    if (s < 0x1p127)
        same(join(model___heddle_wide_from_double_signed(s)), (Wide)(Signed)s);
}

/* Words of all ones, none, one bit and some, in all mixtures. */
static void computes_as_the_processor(void **state)
{
    static const uint64_t words[] = {0,         1,          2,          3,
                                     10,        UINT32_MAX, 1u << 31,   UINT64_MAX,
                                     INT64_MAX, 1ull << 63, 1ull << 32, 0x9e3779b97f4a7c15ull};
    enum { WORDS_TRIED = sizeof words / sizeof *words, ALL = WORDS_TRIED * WORDS_TRIED };
    (void)state;
    for (unsigned k = 0; k < ALL; k++) {
        Wide a = (Wide)words[k % WORDS_TRIED] << 64 | words[k / WORDS_TRIED];
        convert(a);
        for (unsigned n = 0; n < ALL; n++)
            compare(a, (Wide)words[n % WORDS_TRIED] << 64 | words[n / WORDS_TRIED]);
    }
    uint64_t seed = 1;
    for (int k = 0; k < 20000; k++) {
        uint64_t part[4];
        for (int n = 0; n < 4; n++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            part[n] = (seed ^ seed >> 29) >> (seed >> 58);
        }
        Wide a = (Wide)part[0] << 64 | part[1];
        compare(a, (Wide)part[2] << 64 | part[3]);
        convert(a);
    }
}

static void fails_where_C_says_nothing(void **state)
{
    (void)state;
    const Wide least = (Wide)1 << 127;
    expect_error("division", MODEL_OF(udiv, 1, 0));
    expect_error("division", MODEL_OF(srem, 1, 0));
    expect_error("quotient", MODEL_OF(sdiv, least, -1));
    expect_error("quotient", MODEL_OF(srem, least, -1));
    expect_error("conversion", model___heddle_wide_from_double(0x1p128));
    expect_error("conversion", model___heddle_wide_from_double(-1));
    expect_error("conversion", model___heddle_wide_from_double(0.0 / 0.0));
    expect_error("conversion", model___heddle_wide_from_double_signed(0x1p127));
    expect_error("conversion", model___heddle_wide_from_double_signed(-0x1.0000000000001p127));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(computes_as_the_processor, start),
        cmocka_unit_test_setup(fails_where_C_says_nothing, start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
