/* wide.c -- arithmetic on 128 bits: driver/wide.c turns the user's instructions into these calls.
 * A number is two words of 64 bits. */
#include "intrinsics.h"

typedef unsigned long long WideWord;
typedef struct Wide {
    WideWord low, high;
} Wide;

enum { WIDE_WORD = 64, WIDE_HALF = 32 };
#define WIDE_TOP (1ull << (WIDE_WORD - 1))

static _Bool wide_is_less(Wide a, Wide b)
{
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

static Wide wide_add(Wide a, Wide b)
{
    Wide sum = {a.low + b.low, a.high + b.high};
    sum.high += sum.low < a.low;
    return sum;
}

static Wide wide_negate(Wide a)
{
    return (Wide){-a.low, ~a.high + !a.low};
}

static Wide wide_magnitude(Wide a)
{
    return a.high & WIDE_TOP ? wide_negate(a) : a;
}

/* Of two words; by halves, as on paper. */
static Wide wide_multiply(WideWord a, WideWord b)
{
    const WideWord ones = ~0ull >> WIDE_HALF;
    WideWord low = (a & ones) * (b & ones), left = (a >> WIDE_HALF) * (b & ones);
    WideWord right = (a & ones) * (b >> WIDE_HALF), high = (a >> WIDE_HALF) * (b >> WIDE_HALF);
    WideWord middle = (low >> WIDE_HALF) + (left & ones) + (right & ones);
    return (Wide){(middle << WIDE_HALF) | (low & ones),
                  high + (left >> WIDE_HALF) + (right >> WIDE_HALF) + (middle >> WIDE_HALF)};
}

static Wide wide_shift_left(Wide a, unsigned by)
{
    if (!by)
        return a;
    if (by >= WIDE_WORD)
        return (Wide){0, a.low << (by - WIDE_WORD)};
    return (Wide){a.low << by, a.high << by | a.low >> (WIDE_WORD - by)};
}

static Wide wide_shift_right(Wide a, unsigned by)
{
    if (!by)
        return a;
    if (by >= WIDE_WORD)
        return (Wide){a.high >> (by - WIDE_WORD), 0};
    return (Wide){a.low >> by | a.high << (WIDE_WORD - by), a.high >> by};
}

/* The quotient, or what remains. */
static Wide wide_divide(Wide a, Wide b, _Bool remains)
{
    Wide quotient = {0, 0}, rest = {0, 0};
    if (!b.low && !b.high)
        __heddle_fail("division", "division by zero");
    if (!a.high && !b.high)
        return (Wide){remains ? a.low % b.low : a.low / b.low, 0};
    for (unsigned bit = 2 * WIDE_WORD; bit-- > 0;) {
        _Bool over = rest.high & WIDE_TOP; /* there are 129 bits now */
        rest = wide_shift_left(rest, 1);
        rest.low |= wide_shift_right(a, bit).low & 1;
        if (!over && wide_is_less(rest, b))
            continue;
        rest = wide_add(rest, wide_negate(b));
        quotient = wide_add(quotient, wide_shift_left((Wide){1, 0}, bit));
    }
    return remains ? rest : quotient;
}

static void wide_check_overflow(_Bool wrong)
{
    if (wrong && __heddle_option("overflow"))
        __heddle_fail("overflow",
                      "arithmetic overflow: the result of this operation does not fit 128 bits");
}

/* ---- sums and products ---- */

Wide __heddle_wide_add(WideWord al, WideWord ah, WideWord bl, WideWord bh)
{
    return wide_add((Wide){al, ah}, (Wide){bl, bh});
}

Wide __heddle_wide_sub(WideWord al, WideWord ah, WideWord bl, WideWord bh)
{
    return wide_add((Wide){al, ah}, wide_negate((Wide){bl, bh}));
}

Wide __heddle_wide_mul(WideWord al, WideWord ah, WideWord bl, WideWord bh)
{
    Wide product = wide_multiply(al, bl);
    product.high += al * bh + ah * bl;
    return product;
}

/* ---- sums and products that may not fit: of numbers without sign (u), and with one (s) ---- */

_Bool __heddle_wide_uadd_overflows(WideWord al, WideWord ah, WideWord bl, WideWord bh)
{
    return wide_is_less(wide_add((Wide){al, ah}, (Wide){bl, bh}), (Wide){al, ah});
}

_Bool __heddle_wide_usub_overflows(WideWord al, WideWord ah, WideWord bl, WideWord bh)
{
    return wide_is_less((Wide){al, ah}, (Wide){bl, bh});
}

_Bool __heddle_wide_umul_overflows(WideWord al, WideWord ah, WideWord bl, WideWord bh)
{
    Wide across = ah ? wide_multiply(ah, bl) : wide_multiply(bh, al);
    Wide product = wide_multiply(al, bl);
    return (ah && bh) || across.high || product.high + across.low < across.low;
}

_Bool __heddle_wide_sadd_overflows(WideWord al, WideWord ah, WideWord bl, WideWord bh)
{
    Wide sum = wide_add((Wide){al, ah}, (Wide){bl, bh});
    return ((ah ^ sum.high) & (bh ^ sum.high) & WIDE_TOP) != 0;
}

_Bool __heddle_wide_ssub_overflows(WideWord al, WideWord ah, WideWord bl, WideWord bh)
{
    Wide difference = wide_add((Wide){al, ah}, wide_negate((Wide){bl, bh}));
    return ((ah ^ bh) & (ah ^ difference.high) & WIDE_TOP) != 0;
}

/* By the magnitudes; the least number is the only one whose magnitude has the top bit. */
_Bool __heddle_wide_smul_overflows(WideWord al, WideWord ah, WideWord bl, WideWord bh)
{
    Wide a = wide_magnitude((Wide){al, ah}), b = wide_magnitude((Wide){bl, bh});
    Wide product = __heddle_wide_mul(a.low, a.high, b.low, b.high);
    _Bool negative = ((ah ^ bh) & WIDE_TOP) != 0;
    if (__heddle_wide_umul_overflows(a.low, a.high, b.low, b.high))
        return 1;
    return product.high & WIDE_TOP && !(negative && product.high == WIDE_TOP && !product.low);
}

Wide __heddle_wide_add_signed(WideWord al, WideWord ah, WideWord bl, WideWord bh)
{
    wide_check_overflow(__heddle_wide_sadd_overflows(al, ah, bl, bh));
    return __heddle_wide_add(al, ah, bl, bh);
}

Wide __heddle_wide_sub_signed(WideWord al, WideWord ah, WideWord bl, WideWord bh)
{
    wide_check_overflow(__heddle_wide_ssub_overflows(al, ah, bl, bh));
    return __heddle_wide_sub(al, ah, bl, bh);
}

Wide __heddle_wide_mul_signed(WideWord al, WideWord ah, WideWord bl, WideWord bh)
{
    wide_check_overflow(__heddle_wide_smul_overflows(al, ah, bl, bh));
    return __heddle_wide_mul(al, ah, bl, bh);
}

/* ---- quotients ---- */

Wide __heddle_wide_udiv(WideWord al, WideWord ah, WideWord bl, WideWord bh)
{
    return wide_divide((Wide){al, ah}, (Wide){bl, bh}, 0);
}

Wide __heddle_wide_urem(WideWord al, WideWord ah, WideWord bl, WideWord bh)
{
    return wide_divide((Wide){al, ah}, (Wide){bl, bh}, 1);
}

/* The least number divided by -1 stops no processor here: it is computed by a function.  But C
 * does not say what comes of it. */
static void wide_check_quotient(WideWord al, WideWord ah, WideWord bl, WideWord bh)
{
    if (ah == WIDE_TOP && !al && !~bl && !~bh)
        __heddle_fail("quotient",
                      "the least number of 128 bits is divided by -1: the quotient does not fit");
}

Wide __heddle_wide_sdiv(WideWord al, WideWord ah, WideWord bl, WideWord bh)
{
    wide_check_quotient(al, ah, bl, bh);
    Wide quotient = wide_divide(wide_magnitude((Wide){al, ah}), wide_magnitude((Wide){bl, bh}), 0);
    return (ah ^ bh) & WIDE_TOP ? wide_negate(quotient) : quotient;
}

Wide __heddle_wide_srem(WideWord al, WideWord ah, WideWord bl, WideWord bh)
{
    wide_check_quotient(al, ah, bl, bh);
    Wide rest = wide_divide(wide_magnitude((Wide){al, ah}), wide_magnitude((Wide){bl, bh}), 1);
    return ah & WIDE_TOP ? wide_negate(rest) : rest;
}

/* ---- shifts by an amount that is not constant ---- */

static unsigned wide_amount(WideWord low, WideWord high)
{
    if ((high || low >= 2 * WIDE_WORD) && __heddle_option("undefined"))
        __heddle_fail("shift", "a shift of 128 bits by a negative number, or by 128 or more");
    return (unsigned)low % (2 * WIDE_WORD);
}

Wide __heddle_wide_shl(WideWord al, WideWord ah, WideWord bl, WideWord bh)
{
    return wide_shift_left((Wide){al, ah}, wide_amount(bl, bh));
}

Wide __heddle_wide_lshr(WideWord al, WideWord ah, WideWord bl, WideWord bh)
{
    return wide_shift_right((Wide){al, ah}, wide_amount(bl, bh));
}

Wide __heddle_wide_ashr(WideWord al, WideWord ah, WideWord bl, WideWord bh)
{
    Wide a = {al, ah};
    unsigned by = wide_amount(bl, bh);
    if (!(ah & WIDE_TOP))
        return wide_shift_right(a, by);
    Wide rest = wide_shift_right((Wide){~al, ~ah}, by);
    return (Wide){~rest.low, ~rest.high};
}

/* ---- floating point ---- */

/* The 64 bits from the highest one on; the lowest of them also stands for what is below, so that
 * rounding sees it.  *scale is how often the number must be doubled. */
static WideWord wide_leading(Wide a, unsigned *scale)
{
    *scale = 0;
    if (!a.high)
        return a.low;
    unsigned by = 0;
    while (!(a.high & WIDE_TOP)) {
        a = wide_shift_left(a, 1);
        by++;
    }
    *scale = WIDE_WORD - by;
    return a.high | (a.low != 0);
}

double __heddle_wide_to_double(WideWord al, WideWord ah)
{
    unsigned scale;
    double d = (double)wide_leading((Wide){al, ah}, &scale);
    for (; scale; scale--)
        d *= 2;
    return d;
}

float __heddle_wide_to_float(WideWord al, WideWord ah)
{
    unsigned scale;
    float d = (float)wide_leading((Wide){al, ah}, &scale);
    for (; scale; scale--)
        d *= 2;
    return d;
}

double __heddle_wide_to_double_signed(WideWord al, WideWord ah)
{
    Wide a = wide_magnitude((Wide){al, ah});
    double d = __heddle_wide_to_double(a.low, a.high);
    return ah & WIDE_TOP ? -d : d;
}

float __heddle_wide_to_float_signed(WideWord al, WideWord ah)
{
    Wide a = wide_magnitude((Wide){al, ah});
    float d = __heddle_wide_to_float(a.low, a.high);
    return ah & WIDE_TOP ? -d : d;
}

static Wide wide_from_double(double d)
{
    const double word = 18446744073709551616.0; /* 2 to the 64 */
    Wide a;
    a.high = (WideWord)(d / word);
    a.low = (WideWord)(d - (double)a.high * word);
    return a;
}

#define WIDE_RANGE 170141183460469231731687303715884105728.0 /* 2 to the 127 */

/* Written so that a NaN is refused, too. */
Wide __heddle_wide_from_double(double d)
{
    if (!(d > -1 && d < 2 * WIDE_RANGE))
        __heddle_fail("conversion", "a floating-point number that does not fit the unsigned type "
                                    "of 128 bits that it becomes");
    return wide_from_double(d < 0 ? 0 : d);
}

Wide __heddle_wide_from_double_signed(double d)
{
    if (!(d >= -WIDE_RANGE && d < WIDE_RANGE))
        __heddle_fail("conversion", "a floating-point number that does not fit the signed type of "
                                    "128 bits that it becomes");
    return d < 0 ? wide_negate(wide_from_double(-d)) : wide_from_double(d);
}
