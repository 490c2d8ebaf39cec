/* math.c -- what of <math.h> has an exact result that plain arithmetic finds.  The rest, and powers
 * that would have to be rounded, are not supported. */
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

double round(double x)
{
    double whole = math_trunc(x);
    return math_fabs(x - whole) >= 0.5 ? whole + math_sign(1, x) : whole;
}

double fmin(double x, double y)
{
    return x != x ? y : y != y ? x : x < y ? x : y;
}

double fmax(double x, double y)
{
    return x != x ? y : y != y ? x : x > y ? x : y;
}

/* Bit by bit; what remains decides about the last one. */
static double math_sqrt(double x)
{
    _Bool tiny = math_fabs(x) < SMALLEST;
    Real r = {tiny ? x * LIFT : x};
    int power = (int)(r.bits >> FRACTION & 2047) - BIAS - (tiny ? LIFT_POWER : 0);
    unsigned long long rest = (r.bits & ((1ull << FRACTION) - 1)) | 1ull << FRACTION, root = 0;
    if (x == 0 || x != x || power > BIAS)
        return x < 0 ? 0.0 / 0.0 : x;
    if (x < 0)
        return 0.0 / 0.0;
    if (power & 1) {
        rest <<= 1;
        power--;
    }
    rest <<= 1;
    for (unsigned long long sum = 0, bit = 1ull << (FRACTION + 1); bit; bit >>= 1) {
        unsigned long long next = sum + bit;
        if (next <= rest) {
            sum = next + bit;
            rest -= next;
            root += bit;
        }
        rest <<= 1;
    }
    root += rest ? root & 1 : 0; /* round: half a bit cannot be all that remains */
    r.bits = (root >> 1) + ((unsigned long long)(power / 2 + BIAS - 1) << FRACTION);
    return r.value;
}

double sqrt(double x)
{
    return math_sqrt(x);
}

float sqrtf(float x)
{
    return (float)math_sqrt(x);
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

/* Exact, or not supported: as long as whole numbers stay below 2^53. */
double pow(double x, double y)
{
    double result = 1;
    if (y == 0 || x == 1)
        return 1;
    if (y == 0.5 && x >= 0)
        return math_sqrt(math_fabs(x));
    if (y != math_floor(y) || y < 0 || y > MOST_POWER || x != math_floor(x))
        __heddle_fail("unsupported", "pow is not computed where the result has to be rounded");
    for (int n = (int)y; n; n--) {
        result *= x;
        if (math_fabs(result) > 2 * WHOLE && math_fabs(x) != 2)
            __heddle_fail("unsupported", "pow is not computed where the result has to be rounded");
    }
    return result;
}
