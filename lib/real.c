/* real.c -- strtod, strtof, atof: the number that is nearest to the text, and of two the even one.
 *
 * The digits are a large whole number, times a power of ten or two.  Where the power of ten is
 * negative, the number is moved to the left before it is divided, so far that more bits remain than
 * the result has; what remains of the divisions says only that there is more. */
#include "intrinsics.h"

enum { REAL_LIMBS = 240, REAL_DIGITS = 800, LARGE_POWER = 5000 };

typedef struct {
    unsigned limbs[REAL_LIMBS]; /* the last bits first */
    int count;
    _Bool more; /* the number is a little larger than that */
} Big;

static PLAIN void big_step(Big *b, unsigned by, unsigned plus)
{
    unsigned long long carry = plus;
    for (int k = 0; k < b->count; k++) {
        carry += (unsigned long long)b->limbs[k] * by;
        b->limbs[k] = (unsigned)carry;
        carry >>= 32;
    }
    if (carry)
        b->limbs[b->count++] = (unsigned)carry;
}

static PLAIN void big_divide(Big *b, unsigned by)
{
    unsigned long long rest = 0;
    for (int k = b->count; k-- > 0;) {
        rest = rest << 32 | b->limbs[k];
        b->limbs[k] = (unsigned)(rest / by);
        rest %= by;
    }
    b->more = b->more || rest;
    while (b->count && !b->limbs[b->count - 1])
        b->count--;
}

/* Divides by 10^power; by how many bits the result is too large. */
static PLAIN int big_shrink(Big *b, int power)
{
    int limbs = (power * 10 / 3 + 95) / 32;
    for (int k = b->count; k-- > 0;)
        b->limbs[k + limbs] = b->limbs[k];
    for (int k = 0; k < limbs; k++)
        b->limbs[k] = 0;
    b->count += limbs;
    for (; power >= 9; power -= 9)
        big_divide(b, 1000000000);
    for (; power; power--)
        big_divide(b, 10);
    return 32 * limbs;
}

static PLAIN _Bool big_bit(const Big *b, int k)
{
    return k >= 0 && b->limbs[k / 32] >> k % 32 & 1;
}

/* ---- kinds of numbers ---- */

typedef struct {
    int digits;      /* bits */
    int least, most; /* powers of two: of the last bit, and of what is too large */
} Sort;

static const Sort sort_double = {53, -1074, 1024}, sort_float = {24, -149, 128};

/* b * 2^power. */
static PLAIN double real_round(const Big *b, int power, Sort sort)
{
    union {
        unsigned long long bits;
        double value;
    } u = {0};
    int length = 32 * b->count;
    while (length && !big_bit(b, length - 1))
        length--;
    if (!length)
        return 0;
    int last =
        power + length - sort.digits > sort.least ? power + length - sort.digits : sort.least;
    int drop = last - power;
    for (int k = length - 1; k >= drop && k >= 0; k--)
        u.bits = u.bits << 1 | big_bit(b, k);
    if (drop < 0)
        u.bits <<= -drop;
    _Bool more = b->more, half = drop > 0 && drop <= length && big_bit(b, drop - 1);
    for (int k = 0; k < drop - 1 && k < length && !more; k++)
        more = big_bit(b, k);
    if ((half || more) && u.bits < 1ull << (sort.digits - 1))
        errno_set(ERANGE);
    u.bits += half && (more || u.bits & 1);
    int top = sort.digits + (u.bits >> sort.digits != 0);
    if (u.bits >> (sort.digits - 1) && last + top > sort.most) {
        errno_set(ERANGE);
        return __builtin_inf();
    }
    if (u.bits < 1ull << 52) { /* a float, or a small number */
        for (; u.bits && u.bits < 1ull << 52 && last > -1074; last--)
            u.bits <<= 1;
    }
    u.bits += (unsigned long long)(last + 1074) << 52;
    return u.bits == (unsigned long long)(last + 1074) << 52 ? 0 : u.value;
}

/* ---- the text ---- */

static PLAIN int real_digit(char c, int base)
{
    char small = (char)(c | 32);
    int digit = c >= '0' && c <= '9'           ? c - '0'
                : small >= 'a' && small <= 'f' ? small - 'a' + 10
                                               : 99;
    return digit < base ? digit : -1;
}

/* An exponent, if there is one. */
static PLAIN const char *real_power(const char *s, int *power)
{
    const char *at = s + 1;
    _Bool negative = *at == '-';
    int read = 0;
    at += *at == '-' || *at == '+';
    if (*at < '0' || *at > '9')
        return s;
    for (; *at >= '0' && *at <= '9'; at++)
        if (read < LARGE_POWER)
            read = read * 10 + (*at - '0');
    *power += negative ? -read : read;
    return at;
}

static PLAIN double real_make(Big *b, int power, int base, int used, Sort sort)
{
    if (!b->count)
        return 0;
    if (base == 16)
        return real_round(b, power, sort);
    if (power > 0 && power + used > 400)
        power = 400; /* too large, in any case */
    if (power + used < -400 || power < -LARGE_POWER)
        return real_round(&(Big){.limbs = {1}, .count = 1}, -LARGE_POWER, sort);
    for (; power > 0; power--)
        big_step(b, 10, 0);
    int moved = power < 0 ? big_shrink(b, -power) : 0;
    return real_round(b, -moved, sort);
}

/* The digits, behind a sign; NULL: there are none. */
static PLAIN const char *real_number(const char *s, Sort sort, double *value)
{
    Big b;
    int power = 0, used = 0, base = 10;
    _Bool any = 0, pointed = 0;
    b.count = 0;
    b.more = 0;
    if (s[0] == '0' && (s[1] | 32) == 'x' &&
        (real_digit(s[2], 16) >= 0 || (s[2] == '.' && real_digit(s[3], 16) >= 0))) {
        base = 16;
        s += 2;
    }
    for (; real_digit(*s, base) >= 0 || (*s == '.' && !pointed); s++) {
        int digit = real_digit(*s, base);
        if (digit < 0) {
            pointed = 1;
            continue;
        }
        any = 1;
        if (used < REAL_DIGITS)
            big_step(&b, (unsigned)base, (unsigned)digit);
        else
            b.more = b.more || digit;
        power += (used >= REAL_DIGITS) - pointed;
        used += used < REAL_DIGITS && b.count;
    }
    if (!any)
        return NULL;
    power *= base == 16 ? 4 : 1;
    if ((*s | 32) == (base == 16 ? 'p' : 'e'))
        s = real_power(s, &power);
    *value = real_make(&b, power, base, used, sort);
    return s;
}

/* Does the text begin with that word, in whatever letters? */
static PLAIN int real_word(const char *s, const char *word)
{
    int k = 0;
    while (word[k] && (s[k] | 32) == word[k])
        k++;
    return word[k] ? 0 : k;
}

static PLAIN double real_read(const char *text, char **end, Sort sort)
{
    const char *s = text;
    double value = 0;
    while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
        s++;
    _Bool negative = *s == '-';
    s += *s == '-' || *s == '+';
    int word = real_word(s, "infinity");
    word = word ? word : real_word(s, "inf");
    const char *behind = s + word;
    if (word) {
        value = __builtin_inf();
    } else if (real_word(s, "nan")) {
        behind = s + 3;
        value = __builtin_nan("");
        if (*behind == '(')
            __heddle_fail("unsupported", "a NaN with a number, for strtod; write nan");
    } else {
        behind = real_number(s, sort, &value);
    }
    if (end)
        *end = (char *)(behind ? behind : text);
    return negative && behind ? -value : value;
}

PLAIN double strtod(const char *text, char **end)
{
    return real_read(text, end, sort_double);
}

PLAIN float strtof(const char *text, char **end)
{
    return (float)real_read(text, end, sort_float);
}

PLAIN double atof(const char *text)
{
    return real_read(text, NULL, sort_double);
}
