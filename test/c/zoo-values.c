// Many constructs in one program: what each is lowered to is written down (test/told.txt, test/asks.txt), and what it computes
// is what the processor computes.
//: expect safe
//: options --engine=explore
#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <alloca.h>
#include <stdlib.h>
#include <string.h>

/* ---- layouts ---- */

struct bits {
    unsigned a : 3;
    int b : 5;
    unsigned long long wide : 36;
    signed char c : 7;
    _Bool flag : 1;
    unsigned : 0;
    unsigned short d : 9;
};
struct __attribute__((packed)) packed {
    char c;
    long u;
    short s;
    unsigned int odd : 13;
    int v;
};
union both {
    unsigned char bytes[8];
    uint16_t halves[4];
    uint32_t words[2];
    uint64_t whole;
    float f;
};
struct nested {
    char tag;
    struct {
        short x, y;
    } at[2];
    union both u;
};
struct tail {
    int count;
    short items[];
};
enum color { RED = -1, GREEN = 5, BLUE };

static struct nested table[2] = {{'a', {{1, 2}, {3, 4}}, {.whole = 0x0102030405060708}},
                                 {.tag = 'b', .at[1].y = -7}};
static const char *const words[] = {"zero", "one", "two"};
static int (*const steps[2])(int);

static void bit_fields(int k)
{
    struct bits b = {0};
    b.a = (unsigned)(k + 9);
    b.b = -k;
    b.wide = 0xfedcba987ull + (unsigned)k;
    b.c = (signed char)(k - 64);
    b.flag = k & 2;
    b.d = 0x1ff;
    b.d++;
    assert(b.a == ((unsigned)(k + 9) & 7) && b.b == -k && b.c == k - 64 && b.d == 0);
    assert((b.wide & 0xf) == (7u + (unsigned)k) % 16 && b.flag == !!(k & 2));
    b.wide = ~0ull;
    assert(b.wide == 0xfffffffffull && b.wide + 1 == 0x1000000000ull);
    struct packed p = {1, -2, -3, 8191, 5};
    p.odd += 2;
    p.u <<= 1;
    assert(p.odd == 1 && p.u == -4 && p.s == -3 && p.v == 5 && p.c == 1);
    assert(sizeof p == 1 + sizeof(long) + 2 + 2 + 4 || sizeof p == 1 + sizeof(long) + 2 + 4 + 4);
}

static void unions(void)
{
    union both u = {.whole = 0x8899aabbccddeeff};
    assert(u.bytes[0] == 0xff && u.halves[1] == 0xccdd && u.words[1] == 0x8899aabb);
    u.halves[0] = 0x1234;
    assert(u.whole == 0x8899aabbccdd1234);
    u.f = 1.5f;
    assert(u.words[0] == 0x3fc00000);
    assert(table[0].u.bytes[7] == 1 && table[1].at[1].y == -7 && table[0].at[1].x == 3);
    struct nested copy = table[0];
    copy.at[0] = copy.at[1];
    assert(copy.at[0].y == 4 && table[0].at[0].y == 2 && copy.tag == 'a');
    assert(offsetof(struct nested, u) == 16 || sizeof(long) == 4);
    struct tail *t = malloc(sizeof *t + 3 * sizeof(short));
    if (t) {
        t->count = 3;
        for (int k = 0; k < t->count; k++)
            t->items[k] = (short)(k * 1000 - 1500);
        assert(t->items[0] == -1500 && t->items[2] == 500);
        free(t);
    }
}

/* ---- numbers ---- */

static void numbers(int k, unsigned u, long long w)
{
    signed char sc = (signed char)(k + 200);
    unsigned char uc = (unsigned char)(k - 1);
    short sh = (short)(k * 40000);
    unsigned short us = (unsigned short)~k;
    assert(sc == k - 56 && uc == (k - 1 + 256) % 256 && us == 65535 - k);
    assert(sh == (short)(k * 40000) && (int8_t)0x80 == -128);
    assert(-7 / 2 == -3 && -7 % 3 == -1 && 7u / 2 == 3 && (k - 10) % 4 == -(10 - k) % 4);
    assert((w >> 3) == -2 && (u >> 31) == 1 && (unsigned long long)w >> 60 == 15 &&
           (w << 2) == -64);
    assert((sc < uc) == ((int)sc < (int)uc) && (k < u) == 1 && (long long)k > w && (unsigned)k < u);
    assert(INT_MIN + k < 0 && LLONG_MIN - w > LLONG_MIN && (k ^ -1) == ~k && (k | 8) == k + 8);
    assert((bool)(k - 1) == 0 && (bool)u && !(bool)0.0 && (bool)0.5);
    assert((k ? w : u) == -16 && (k > 5 ? 1 : k > 0 ? 2 : 3) == 2);
    int i = k;
    i++, i = i * 3 - 1, i ^= 2, i <<= 2, i |= 1, i &= 0x3f, i %= 50, i /= 2;
    assert(i == ((((((k + 1) * 3 - 1) ^ 2) << 2 | 1) & 0x3f) % 50) / 2);
    enum color c = u ? RED : BLUE;
    assert(c == -1 && BLUE == 6);
}

static void builtins(unsigned u, unsigned long long w)
{
    int sum;
    long product;
    unsigned difference;
    assert(__builtin_popcount(u) == 4 && __builtin_ctz(u) == 4 && __builtin_clz(u) == 24);
    assert(__builtin_bswap32(u) == 0xf0000000 && __builtin_bswap16(0x1234) == 0x3412);
    assert(__builtin_parity(u) == 0 && __builtin_ffs((int)u) == 5 && __builtin_popcountll(w) == 5);
    assert(__builtin_clzll(w) == 0 && __builtin_ctzll(w) == 4 &&
           __builtin_bswap64(w) == 0xf000000000000080ull);
    assert(__builtin_add_overflow(INT_MAX, (int)(u & 1) + 1, &sum) && sum == INT_MIN);
    assert(!__builtin_mul_overflow((long)u, 3L, &product) && product == 720);
    assert(__builtin_sub_overflow(1u, u, &difference) && difference == 1u - 240u);
    assert(__builtin_expect(u == 240, 1) && abs(-(int)u) == 240 && labs(-5L) == 5);
    assert(__builtin_constant_p(3));
}

static void floats(double d, float f, int k)
{
    assert((int)d == 2 && (int)-d == -2 && (unsigned)(d * 1e9) == 2500000000u && f * 2 == 0.5f);
    assert((float)k == 1.0f && d > f && !(d < f) && d != f &&
           (long long)(d * 1e15) == 2500000000000000ll);
    assert((double)(unsigned)-1 == 4294967295.0 && (double)LLONG_MIN == -9223372036854775808.0);
    assert((char)(d + 63) == 'A' && -d == 0 - d && d / 2 == 1.25 && (d == d) && !(d / 0.0 < 1e308));
    double nan = (d - d) / (f - f);
    assert(nan != nan && !(nan < 1) && !(nan >= 1) && __builtin_isnan(nan) &&
           !__builtin_isinf(nan));
    assert(__builtin_fabs(-d) == 2.5 && __builtin_signbit(-0.0) != 0);
}

/* ---- pointers, calls, jumps ---- */

struct pair {
    long a;
    char b;
};
struct large {
    int at[6];
};
static struct pair swap(struct pair p)
{
    return (struct pair){p.b, (char)p.a};
}
static struct large filled(struct large l, int k)
{
    for (size_t n = 0; n < sizeof l.at / sizeof *l.at; n++)
        l.at[n] += k * (int)n;
    return l;
}
static int next(int k)
{
    static int calls = 3;
    return k + ++calls;
}
static int twice(int k)
{
    return 2 * k;
}
static long sum(int count, ...)
{
    va_list list, again;
    long result = 0;
    va_start(list, count);
    va_copy(again, list);
    for (int k = 0; k < count; k++)
        result += k % 3 == 0   ? va_arg(list, int)
                  : k % 3 == 1 ? va_arg(list, long)
                               : (long)va_arg(list, double);
    result += va_arg(again, int);
    va_end(again);
    va_end(list);
    return result;
}

static int scopes(int k)
{
    int *outer = NULL, result = 0;
    for (int n = 0; n < 3; n++) {
        int inner = n * k;
        outer = &inner;
        if (n == 1)
            continue;
        {
            int deeper[2] = {n, 7};
            int *p = &deeper[n & 1];
            if (*p > 6)
                goto out;
            result += *p + *outer;
        }
        switch (n + k) {
        case 1 ... 2: {
            int here = 4;
            int *q = &here;
            result += *q;
            break;
        }
        case -3:
            result = 99;
            /* fall through */
        default:
            result += 10;
        }
    }
out:;
    int vla[k + 2];
    for (int n = 0; n < k + 2; n++)
        vla[n] = n;
    do
        result += vla[k];
    while (result < 0);
    return result;
}

static void pointers(int k)
{
    int a[5] = {1, 2, 3, [4] = 9}, *p = a + 1, *end = a + 5;
    assert(p[-1] == 1 && *++p == 3 && end - p == 3 && p < end && a[3] == 0 && &a[4] == end - 1);
    char text[8] = "abc";
    assert(text[3] == 0 && text[7] == 0 && strlen(words[2]) == 3 && !strcmp(words[k], "one"));
    uintptr_t address = (uintptr_t)p;
    assert((int *)address == p && *(int *)(address + sizeof(int)) == 0 &&
           address % sizeof(int) == 0);
    struct pair s = swap((struct pair){65, 'b'});
    assert(s.a == 'b' && s.b == 'A');
    struct large l = filled((struct large){{1, 2, 3}}, k);
    assert(l.at[5] == 5 && l.at[2] == 5);
    int (*f)(int) = k ? next : twice, (*const g[])(int) = {twice, next};
    assert(f(1) == 5 && next(0) == 5 && g[0](4) == 8 && (&twice)(k) == 2 && steps[0] == NULL);
    assert(sum(5, 1, 2L, 3.5, 4, 5L) == 16);
    void *v = alloca(3 * sizeof(short));
    ((short *)v)[2] = 5;
    assert(*((short *)v + 2) == 5 && scopes(1) == 19);
    memset(a, -1, sizeof a);
    memmove(a + 1, a, 2 * sizeof *a);
    assert(a[4] == -1 && memcmp(a, a + 1, 4 * sizeof *a) == 0);
    printf("%5d|%-4u|%#x|%lld|%c|%s|%.2s|%%|%zu|%hhd\n", k, 7u, 255, -5ll, 'x', text, "cut",
           sizeof k, k);
}

static volatile int start = 1;

int main(void)
{
    int one = start;
    bit_fields(one);
    unions();
    numbers(one, 0x80000000u + (unsigned)one, -16ll * one);
    builtins(240u * (unsigned)one, 0x80000000000000f0ull * (unsigned)one);
    floats(2.5 * one, 0.25f * (float)one, one);
    pointers(one);
    return 0;
}
//: hard
