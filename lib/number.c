/* number.c -- <stdlib.h>: numbers from text, sorting, searching, small arithmetic. */
#include "intrinsics.h"

/* ---- numbers from text ---- */

typedef struct {
    const char *end; /* where the number ends; its beginning if there is none */
    unsigned long long value;
    _Bool negative, overflow;
} Number;

static PLAIN int number_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 99;
}

static PLAIN _Bool number_is_hex(const char *s)
{
    return s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && number_digit(s[2]) < 16;
}

static PLAIN Number number_read(const char *s, int base)
{
    Number n = {.end = s};
    while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
        s++;
    n.negative = *s == '-';
    if (*s == '-' || *s == '+')
        s++;
    if ((base == 0 || base == 16) && number_is_hex(s)) {
        s += 2;
        base = 16;
    }
    if (base == 0)
        base = *s == '0' ? 8 : 10;
    for (; number_digit(*s) < base; s++) {
        unsigned digit = (unsigned)number_digit(*s);
        n.overflow = n.overflow || n.value > (~0ull - digit) / (unsigned)base;
        n.value = n.value * (unsigned)base + digit;
        n.end = s + 1;
    }
    return n;
}

static _Bool number_base(int base)
{
    if (base == 0 || (base >= 2 && base <= 36))
        return 1;
    errno_set(EINVAL);
    return 0;
}

/* A signed number with this largest value; its smallest is one less than the opposite. */
static PLAIN long long number_signed(const char *s, char **end, int base, long long most)
{
    if (!number_base(base))
        return 0;
    Number n = number_read(s, base);
    if (end)
        *end = (char *)n.end;
    if (n.overflow || n.value > (unsigned long long)most + n.negative) {
        errno_set(ERANGE);
        return n.negative ? -most - 1 : most;
    }
    return (long long)(n.negative ? 0 - n.value : n.value);
}

static PLAIN unsigned long long number_unsigned(const char *s, char **end, int base,
                                                unsigned long long most)
{
    if (!number_base(base))
        return 0;
    Number n = number_read(s, base);
    if (end)
        *end = (char *)n.end;
    if (n.overflow || n.value > most) {
        errno_set(ERANGE);
        return most;
    }
    return n.negative ? 0 - n.value : n.value;
}

PLAIN long strtol(const char *restrict s, char **restrict end, int base)
{
    return (long)number_signed(s, end, base, __LONG_MAX__);
}

PLAIN long long strtoll(const char *restrict s, char **restrict end, int base)
{
    return number_signed(s, end, base, __LONG_LONG_MAX__);
}

PLAIN unsigned long strtoul(const char *restrict s, char **restrict end, int base)
{
    return (unsigned long)number_unsigned(s, end, base, __LONG_MAX__ * 2ul + 1);
}

PLAIN unsigned long long strtoull(const char *restrict s, char **restrict end, int base)
{
    return number_unsigned(s, end, base, ~0ull);
}

/* What newer headers call them (C23 reads 0b, too: not here). */
PLAIN long __isoc23_strtol(const char *restrict s, char **restrict end, int base)
{
    return strtol(s, end, base);
}

PLAIN unsigned long __isoc23_strtoul(const char *restrict s, char **restrict end, int base)
{
    return strtoul(s, end, base);
}

PLAIN long long __isoc23_strtoll(const char *restrict s, char **restrict end, int base)
{
    return strtoll(s, end, base);
}

PLAIN unsigned long long __isoc23_strtoull(const char *restrict s, char **restrict end, int base)
{
    return strtoull(s, end, base);
}

PLAIN int atoi(const char *s)
{
    return (int)number_signed(s, NULL, 10, __LONG_MAX__);
}

PLAIN long atol(const char *s)
{
    return (long)number_signed(s, NULL, 10, __LONG_MAX__);
}

PLAIN long long atoll(const char *s)
{
    return number_signed(s, NULL, 10, __LONG_LONG_MAX__);
}

/* ---- sorting and searching ---- */

/* As a whole: there may be pointers in it. */
static PLAIN void number_swap(char *a, char *b, size_t size)
{
    char old[size];
    __builtin_memcpy(old, a, size);
    __builtin_memcpy(a, b, size);
    __builtin_memcpy(b, old, size);
}

/* By insertion: no extra memory, and short enough for the arrays that heddle meets.  C leaves open
 * in which order equal elements come out: as they stood, or the other way round, so that each of
 * two comes before the other one in some run. */
PLAIN void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    char *first = base;
    int equal_go = -1; /* past each other? not known before there are some */
    for (size_t k = 1; k < count; k++)
        for (char *at = first + k * size; at != first; at -= size) {
            int order = compare(at - size, at);
            if (order == 0 && equal_go < 0)
                equal_go = (int)__heddle_choose(0, 1);
            if (order < 0 || (order == 0 && !equal_go))
                break;
            number_swap(at - size, at, size);
        }
}

/* The same, with a comparison that gets a third argument. */
PLAIN void qsort_r(void *base, size_t count, size_t size,
                   int (*compare)(const void *, const void *, void *), void *argument)
{
    char *first = base;
    int equal_go = -1;
    for (size_t k = 1; k < count; k++)
        for (char *at = first + k * size; at != first; at -= size) {
            int order = compare(at - size, at, argument);
            if (order == 0 && equal_go < 0)
                equal_go = (int)__heddle_choose(0, 1);
            if (order < 0 || (order == 0 && !equal_go))
                break;
            number_swap(at - size, at, size);
        }
}

/* Any of those that are equal to the key; `middle` is one, and none stands outside of the `count`
 * elements that begin at `at`. */
static PLAIN void *number_any(const void *key, const char *middle, const char *at, size_t count,
                              size_t size, int (*compare)(const void *, const void *))
{
    const char *low = middle, *high = middle, *last = at + (count - 1) * size;
    while (low != at && compare(key, low - size) == 0)
        low -= size;
    while (high != last && compare(key, high + size) == 0)
        high += size;
    long long others = (high - low) / (long long)size;
    return (void *)(others ? low + (size_t)__heddle_choose(0, others) * size : middle);
}

PLAIN void *bsearch(const void *key, const void *base, size_t count, size_t size,
                    int (*compare)(const void *, const void *))
{
    const char *at = base;
    while (count) {
        const char *middle = at + count / 2 * size;
        int order = compare(key, middle);
        if (order == 0)
            return number_any(key, middle, at, count, size, compare);
        if (order > 0)
            at = middle + size;
        count = order > 0 ? count - count / 2 - 1 : count / 2;
    }
    return NULL;
}

/* ---- arithmetic ---- */

typedef struct {
    int quot, rem;
} div_t;

typedef struct {
    long quot, rem;
} ldiv_t;

static void number_check(_Bool least)
{
    if (least)
        __heddle_fail("undefined", "the absolute value of the least number does not fit its type");
}

int abs(int n)
{
    number_check(n == -__INT_MAX__ - 1);
    return n < 0 ? -n : n;
}

long labs(long n)
{
    number_check(n == -__LONG_MAX__ - 1);
    return n < 0 ? -n : n;
}

long long llabs(long long n)
{
    number_check(n == -__LONG_LONG_MAX__ - 1);
    return n < 0 ? -n : n;
}

static void number_quotient(void)
{
    __heddle_fail("quotient", "the least number is divided by -1");
}

div_t div(int a, int b)
{
    if (b == -1 && a == -__INT_MAX__ - 1)
        number_quotient();
    return (div_t){a / b, a % b};
}

ldiv_t ldiv(long a, long b)
{
    if (b == -1 && a == -__LONG_MAX__ - 1)
        number_quotient();
    return (ldiv_t){a / b, a % b};
}

/* The place of the lowest bit, from 1 on. */
static int number_first_bit(unsigned long long n)
{
    int place = 1;
    if (!n)
        return 0;
    for (; !(n & 1); n >>= 1)
        place++;
    return place;
}

int ffs(int n)
{
    return number_first_bit((unsigned)n);
}

int ffsl(long n)
{
    return number_first_bit((unsigned long)n);
}

int ffsll(long long n)
{
    return number_first_bit((unsigned long long)n);
}

unsigned htonl(unsigned n)
{
    return n >> 24 | (n >> 8 & 0xff00) | (n << 8 & 0xff0000) | n << 24;
}

unsigned ntohl(unsigned n)
{
    return n >> 24 | (n >> 8 & 0xff00) | (n << 8 & 0xff0000) | n << 24;
}

unsigned short htons(unsigned short n)
{
    return (unsigned short)(n >> 8 | n << 8);
}

unsigned short ntohs(unsigned short n)
{
    return (unsigned short)(n >> 8 | n << 8);
}
