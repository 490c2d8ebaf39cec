/* math.c -- <math.h>.  What plain arithmetic finds exactly stands here; the host's library computes the
 * rest, as it would in the program: another library may differ in the last digit. */
#include "intrinsics.h"

enum { FRACTION = 52, BIAS = 1023, MOST_POWER = 1100, LIFT_POWER = 54 };
#define WHOLE    4503599627370496.0 /* 2^52: from here on all are whole numbers */
#define SMALLEST 0x1p-1022          /* below it numbers have fewer digits */
#define LIFT     0x1p54             /* makes one of those a usual one, without rounding */

typedef union {
    double value;
    unsigned long long bits;
} Real;

static double math_fabs(double x)
{
    Real r = {x};
    r.bits &= ~0ull >> 1;
    return r.value;
}

double fabs(double x)
{
    return math_fabs(x);
}

float fabsf(float x)
{
    return (float)math_fabs(x);
}

static double math_sign(double x, double like)
{
    Real r = {x}, s = {like};
    r.bits |= s.bits & 1ull << 63;
    return r.value;
}

static double math_trunc(double x)
{
    if (!(math_fabs(x) < WHOLE))
        return x;
    return math_sign((double)(long long)math_fabs(x), x);
}

double trunc(double x)
{
    return math_trunc(x);
}

static double math_floor(double x)
{
    double whole = math_trunc(x);
    return whole > x ? whole - 1 : whole;
}

double floor(double x)
{
    return math_floor(x);
}

double ceil(double x)
{
    double whole = math_trunc(x);
    return whole < x ? math_sign(whole + 1, x) : whole;
}

double fmin(double x, double y)
{
    return x != x ? y : y != y ? x : x < y ? x : y;
}

double fmax(double x, double y)
{
    return x != x ? y : y != y ? x : x > y ? x : y;
}

/* A number as whole * 2^power, without its sign. */
static unsigned long long math_split(double x, int *power)
{
    Real r = {x};
    unsigned long long fraction = r.bits & ((1ull << FRACTION) - 1);
    int exponent = (int)(r.bits >> FRACTION & 2047);
    *power = (exponent ? exponent : 1) - BIAS - FRACTION;
    return exponent ? fraction | 1ull << FRACTION : fraction;
}

static double math_fmod(double x, double y)
{
    enum { EDOM = 33, AT_ONCE = 10, LEAST = -1074 };
    int power_x, power_y;
    unsigned long long rest = math_split(x, &power_x), by = math_split(y, &power_y);
    if (x != x || y != y || x - x != 0 || y == 0) {
        if (x == x && y == y)
            errno_set(EDOM);
        return 0.0 / 0.0;
    }
    if (y - y != 0 || math_fabs(x) < math_fabs(y))
        return x;
    for (rest %= by; power_x > power_y && rest;) {
        int step = power_x - power_y < AT_ONCE ? power_x - power_y : AT_ONCE;
        rest = (rest << step) % by;
        power_x -= step;
    }
    for (; rest && rest < 1ull << FRACTION && power_y > LEAST; power_y--)
        rest <<= 1;
    Real r = {.bits = rest ? rest + ((unsigned long long)(power_y - LEAST) << FRACTION) : 0};
    return math_sign(r.value, x);
}

double fmod(double x, double y)
{
    return math_fmod(x, y);
}

float fmodf(float x, float y)
{
    return (float)math_fmod(x, y);
}

double fdim(double x, double y)
{
    return x > y ? x - y : x != x || y != y ? x + y : 0;
}

double copysign(double x, double y)
{
    Real r = {x};
    r.bits &= ~0ull >> 1;
    return math_sign(r.value, y);
}

/* To the nearest whole number; of two to the even one. */
static double math_rint(double x)
{
    if (!(math_fabs(x) < WHOLE))
        return x;
    return math_sign(x < 0 ? math_fabs(x - WHOLE + WHOLE) : math_fabs(x + WHOLE - WHOLE), x);
}

double rint(double x)
{
    return math_rint(x);
}

double nearbyint(double x)
{
    return math_rint(x);
}

/* The number as a long: out of range is an invalid conversion, which has some value. */
#define AS_WHOLE(name, type, round)                                                                \
    type name(double x)                                                                            \
    {                                                                                              \
        return (type)round(x);                                                                     \
    }

static double math_round(double x)
{
    double whole = math_trunc(x);
    return math_fabs(x - whole) >= 0.5 ? whole + math_sign(1, x) : whole;
}

double round(double x)
{
    return math_round(x);
}

AS_WHOLE(lround, long, math_round)
AS_WHOLE(llround, long long, math_round)
AS_WHOLE(lrint, long, math_rint)
AS_WHOLE(llrint, long long, math_rint)

PLAIN double modf(double x, double *whole)
{
    *whole = math_trunc(x);
    return x - x != 0 && x == x ? math_sign(0, x) : math_sign(x - *whole, x);
}

/* x * 2^by, rounded once. */
static double math_scale(double x, int by)
{
    enum {
        LEAST = -1022,
        MOST = 1023,
        STEP = 969 /* then 53 digits are left below the last rounding */
    };
    Real last;
    for (int k = 0; k < 2 && by < LEAST; k++, by += STEP)
        x *= 0x1p-969;
    for (int k = 0; k < 2 && by > MOST; k++, by -= MOST)
        x *= 0x1p1023;
    by = by < LEAST ? LEAST : by > MOST ? MOST : by;
    last.bits = (unsigned long long)(by + BIAS) << FRACTION;
    return x * last.value;
}

static double math_scale_told(double x, int by)
{
    double result = math_scale(x, by);
    if (x - x == 0 && x != 0 && (result - result != 0 || result == 0))
        errno_set(ERANGE);
    return result;
}

double ldexp(double x, int by)
{
    return math_scale_told(x, by);
}

double scalbn(double x, int by)
{
    return math_scale_told(x, by);
}

/* From 0.5 to 1, times 2^*power. */
PLAIN double frexp(double x, int *power)
{
    *power = 0;
    if (x == 0 || x - x != 0)
        return x;
    int lifted = math_fabs(x) < SMALLEST ? 54 : 0;
    Real r = {lifted ? x * 0x1p54 : x};
    *power = (int)(r.bits >> FRACTION & 2047) - BIAS + 1 - lifted;
    r.bits = (r.bits & ~(2047ull << FRACTION)) | (unsigned long long)(BIAS - 1) << FRACTION;
    return r.value;
}

/* ---- singles: exact where the doubles are ---- */

#define SINGLE(name, by)                                                                           \
    float name(float x)                                                                            \
    {                                                                                              \
        return (float)by(x);                                                                       \
    }

SINGLE(truncf, math_trunc)
SINGLE(floorf, math_floor)
SINGLE(roundf, math_round)
SINGLE(rintf, math_rint)
SINGLE(nearbyintf, math_rint)

float ceilf(float x)
{
    double whole = math_trunc(x);
    return (float)(whole < x ? math_sign(whole + 1, x) : whole);
}

float fminf(float x, float y)
{
    return x != x ? y : y != y ? x : x < y ? x : y;
}

float fmaxf(float x, float y)
{
    return x != x ? y : y != y ? x : x > y ? x : y;
}

float copysignf(float x, float y)
{
    return (float)math_sign(math_fabs(x), y);
}

long lroundf(float x)
{
    return (long)math_round(x);
}

long lrintf(float x)
{
    return (long)math_rint(x);
}

/* ---- by the host ---- */

/* errno as glibc sets it: a result that is no number, or infinite, or zero where it should not be. */
static void math_tell(_Bool was_number, _Bool was_finite, double result, _Bool vanishes)
{
    enum { EDOM = 33 };
    if (result != result) {
        if (was_number)
            errno_set(EDOM);
    } else if ((result - result != 0 && was_finite) || (vanishes && result == 0))
        errno_set(ERANGE);
}

#define ONE(name, vanishes)                                                                        \
    double name(double x)                                                                          \
    {                                                                                              \
        double result = __heddle_math(#name, x, 0);                                                \
        if (__heddle_uses("__errno_location"))                                                     \
            math_tell(x == x, x - x == 0, result, vanishes && x - x == 0);                         \
        return result;                                                                             \
    }                                                                                              \
    float name##f(float x)                                                                         \
    {                                                                                              \
        float result = __heddle_mathf(#name, x, 0);                                                \
        if (__heddle_uses("__errno_location"))                                                     \
            math_tell(x == x, x - x == 0, result, vanishes && x - x == 0);                         \
        return result;                                                                             \
    }

#define TWO(name, vanishes)                                                                        \
    double name(double x, double y)                                                                \
    {                                                                                              \
        double result = __heddle_math(#name, x, y);                                                \
        if (__heddle_uses("__errno_location"))                                                     \
            math_tell(x == x && y == y, x - x == 0 && y - y == 0, result, vanishes);               \
        return result;                                                                             \
    }                                                                                              \
    float name##f(float x, float y)                                                                \
    {                                                                                              \
        float result = __heddle_mathf(#name, x, y);                                                \
        if (__heddle_uses("__errno_location"))                                                     \
            math_tell(x == x && y == y, x - x == 0 && y - y == 0, result, vanishes);               \
        return result;                                                                             \
    }

ONE(sqrt, 0)
ONE(cbrt, 0)
ONE(exp, 1)
ONE(exp2, 1)
ONE(expm1, 0)
ONE(log, 0)
ONE(log2, 0)
ONE(log10, 0)
ONE(log1p, 0)
ONE(sin, 0)
ONE(cos, 0)
ONE(tan, 0)
ONE(asin, 0)
ONE(acos, 0)
ONE(atan, 0)
ONE(sinh, 0)
ONE(cosh, 0)
ONE(tanh, 0)
ONE(asinh, 0)
ONE(acosh, 0)
ONE(atanh, 0)
ONE(erf, 0)
ONE(erfc, 1)
ONE(tgamma, 1)
#define VANISHES (x != 0 && x - x == 0 && y - y == 0)
TWO(pow, VANISHES)
TWO(hypot, 0)
TWO(atan2, VANISHES)
TWO(remainder, 0)
TWO(nextafter, x != y)
