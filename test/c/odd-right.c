//: expect safe
// What is seldom written: odd widths, odd layouts, the second word, the last argument.  (A processor says the same.)
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef __int128 Wide;
typedef struct {
    unsigned char b[3];
} Three;
typedef struct {
    unsigned char b[5];
} Five;
typedef struct {
    unsigned char b[6];
} Six;
typedef struct {
    unsigned char b[7];
} Seven;

#define TURN(type, n)                                                                              \
    static type turn_##type(type s, int by)                                                        \
    {                                                                                              \
        type r;                                                                                    \
        for (int k = 0; k < n; k++)                                                                \
            r.b[(k + by) % n] = (unsigned char)(s.b[k] ^ 0x80);                                    \
        return r;                                                                                  \
    }
TURN(Three, 3)
TURN(Five, 5)
TURN(Six, 6)
TURN(Seven, 7)

static void odd_structs(void)
{
    Three three = turn_Three((Three){{0x81, 2, 0xfe}}, 1);
    Five five = turn_Five((Five){{1, 2, 3, 4, 0xff}}, 2);
    Six six = turn_Six((Six){{1, 2, 3, 4, 5, 0x86}}, 5);
    Seven seven = turn_Seven((Seven){{1, 2, 3, 4, 5, 6, 0xf7}}, 6);
    assert(three.b[1] == 1 && three.b[2] == 0x82 && three.b[0] == 0x7e);
    assert(five.b[2] == 0x81 && five.b[0] == 0x84 && five.b[1] == 0x7f && five.b[4] == 0x83);
    assert(six.b[5] == 0x81 && six.b[4] == 6 && six.b[0] == 0x82);
    assert(seven.b[6] == 0x81 && seven.b[5] == 0x77 && seven.b[4] == 0x86 && seven.b[0] == 0x82);
}

/* ---- atomic operations that have no name in C ---- */

typedef struct {
    long a, b, c;
} Large;
static _Atomic signed char a8;
static unsigned char u8;
static short s16;
static unsigned short u16;
static int s32, minus = -1;
static unsigned u32, big = 0x80000000u;
static long s64;
static unsigned long u64, huge = 1ul << 63;

static void greatest_and_least(void)
{
    s32 = -5;
    assert(__atomic_fetch_max(&s32, 3, __ATOMIC_RELAXED) == -5 && s32 == 3);
    assert(__atomic_fetch_max(&s32, minus, __ATOMIC_SEQ_CST) == 3 && s32 == 3);
    assert(__atomic_fetch_min(&s32, minus, __ATOMIC_SEQ_CST) == 3 && s32 == -1);
    assert(__atomic_fetch_min(&s32, INT_MIN, __ATOMIC_SEQ_CST) == -1 && s32 == INT_MIN);
    assert(__atomic_max_fetch(&s32, INT_MAX, __ATOMIC_SEQ_CST) == INT_MAX && s32 == INT_MAX);
    u32 = 5;
    assert(__atomic_fetch_max(&u32, big, __ATOMIC_SEQ_CST) == 5 && u32 == big);
    assert(__atomic_fetch_max(&u32, 0xffffffffu, __ATOMIC_SEQ_CST) == big && u32 == UINT_MAX);
    assert(__atomic_fetch_min(&u32, big, __ATOMIC_SEQ_CST) == UINT_MAX && u32 == big);
    assert(__atomic_min_fetch(&u32, 7, __ATOMIC_SEQ_CST) == 7 && u32 == 7);
    s64 = -1;
    assert(__atomic_fetch_min(&s64, 1, __ATOMIC_SEQ_CST) == -1 && s64 == -1);
    assert(__atomic_fetch_max(&s64, (long)huge, __ATOMIC_SEQ_CST) == -1 && s64 == -1);
    u64 = 1;
    assert(__atomic_fetch_min(&u64, huge, __ATOMIC_SEQ_CST) == 1 && u64 == 1);
    assert(__atomic_fetch_max(&u64, huge, __ATOMIC_SEQ_CST) == 1 && u64 == huge);
    assert(__atomic_fetch_max(&u64, 2, __ATOMIC_SEQ_CST) == huge && u64 == huge);
    u8 = 200, s16 = -200, u16 = 40000;
    assert(__atomic_fetch_max(&u8, (unsigned char)100, __ATOMIC_SEQ_CST) == 200 && u8 == 200);
    assert(__atomic_fetch_min(&u8, (unsigned char)100, __ATOMIC_SEQ_CST) == 200 && u8 == 100);
    assert(__atomic_fetch_max(&s16, (short)100, __ATOMIC_SEQ_CST) == -200 && s16 == 100);
    assert(__atomic_fetch_min(&u16, (unsigned short)50000, __ATOMIC_SEQ_CST) == 40000);
    assert(u16 == 40000);
}
static void updates(void)
{
    u8 = 0xf0, s16 = 0x7fff, u64 = UINT64_MAX;
    assert(__atomic_fetch_nand(&u8, 0x3c, __ATOMIC_SEQ_CST) == 0xf0 && u8 == 0xcf);
    assert(__atomic_nand_fetch(&u8, 0xff, __ATOMIC_SEQ_CST) == 0x30 && u8 == 0x30);
    assert(__atomic_fetch_add(&s16, 1, __ATOMIC_SEQ_CST) == 0x7fff && s16 == -0x8000);
    assert(__atomic_fetch_xor(&u64, huge, __ATOMIC_SEQ_CST) == UINT64_MAX && u64 == huge - 1);
    assert(__atomic_fetch_sub(&u64, huge, __ATOMIC_SEQ_CST) == huge - 1 && u64 == UINT64_MAX);
    assert(__atomic_or_fetch(&u8, 1, __ATOMIC_SEQ_CST) == 0x31 && u8 == 0x31);
    static _Atomic Large large, other;
    Large want = {1, 2, 4}, next = {7, 8, 9};
    atomic_store(&large, ((Large){1, 2, 3}));
    atomic_init(&other, ((Large){4, 5, 6}));
    assert(!atomic_compare_exchange_strong(&large, &want, next) && want.a == 1 && want.c == 3);
    want = (Large){1, 2, 3};
    assert(atomic_compare_exchange_strong(&large, &want, next));
    want = atomic_load(&large);
    assert(want.a == 7 && want.c == 9);
    want = (Large){0, 5, 6};
    assert(!atomic_compare_exchange_strong(&other, &want, next) && want.a == 4 && want.c == 6);
    want = atomic_exchange(&other, next);
    assert(want.b == 5);
    want = atomic_load(&other);
    assert(want.b == 8);
    a8 = 127;
    a8++;
    assert(a8 == -128 && a8-- == -128 && a8 == 127);
    bool flag = __atomic_test_and_set(&u16, __ATOMIC_SEQ_CST);
    assert(flag && (u16 & 0xff) == 1);
}

/* ---- arguments ---- */

typedef struct {
    double x;
    long n;
} Mixed;

static long sum(int kinds, ...)
{
    va_list list, other;
    long total = 0;
    va_start(list, kinds);
    va_copy(other, list);
    for (int k = 0; k < 4; k++)
        total = 10 * total + va_arg(list, int);
    Wide wide = va_arg(list, Wide);
    total = 10 * total + (long)(wide >> 64) + (long)wide;
    total = 10 * total + va_arg(list, int);
    wide = va_arg(list, Wide);
    total = 10 * total + (long)(wide >> 64) - (long)wide;
    total = 10 * total + va_arg(list, long);
    for (int k = 0; k < 9; k++)
        total = 2 * total + (long)va_arg(list, double);
    Large large = va_arg(list, Large);
    total += large.a + large.b + large.c;
    Mixed mixed = va_arg(list, Mixed);
    total += mixed.n - (long)mixed.x;
    for (int k = 0; k < 4; k++)
        total += va_arg(other, int);
    va_end(other);
    va_end(list);
    return total;
}
static long many(char a, short b, int c, long d, Wide e, signed char f, float g, unsigned char h,
                 Large i, bool j, Wide k, double l)
{
    return a + b + c + d + (long)(e >> 64) + (long)e + f + (long)g + h + i.a + i.c + j +
           (long)(k >> 64) + (long)k + (long)l;
}
static void arguments(void)
{
    Wide two = (Wide)3 << 64 | 4, last = (Wide)7 << 64 | 2;
    long got = sum(1, 1, 2, 3, 4, two, 5, last, 6l, 1., 0., 1., 0., 1., 0., 1., 0., 1.,
                   (Large){100, 200, 300}, (Mixed){8.5, 9});
    assert(got == 6321949624);
    assert(many(-1, -2, -3, -4, two, -128, 2.5f, 255, (Large){10, 20, 30}, true, last, -1.5) ==
           -1 - 2 - 3 - 4 + 7 - 128 + 2 + 255 + 40 + 1 + 9 - 1);
}

/* ---- initial values ---- */

static int five[5] = {1, 2, 3, 4, 5};
static int alias_of_five[5] __attribute__((alias("five")));
static int twice(int x)
{
    return 2 * x;
}
static int double_it(int x) __attribute__((alias("twice")));
static struct __attribute__((packed)) {
    int *p;
    int (*f)(int);
    uintptr_t n;
    char c;
    double d;
    Wide w;
    float g;
    unsigned b : 3;
    unsigned long l : 37;
    signed s : 24;
} packed = {&five[3], twice, (uintptr_t)&five[4], 1, -1.5, -((Wide)5 << 64) + 7,
            0.25f,    5,     0x1234567890ul,      -2};
static _Thread_local char before = 3, beside[3] = {4, 5, 6};
static _Thread_local struct {
    short s;
    char c;
    int *p;
    long z;
} own = {-1, 'x', &five[1]};
static _Thread_local char behind[3] = {7, 8, 9};
static _Thread_local long aligned = -4;
static const union {
    float f;
    unsigned u;
    unsigned char b[8];
} both = {.u = 0x3fc00000};
static int *inner = &five[4] - 2, (*const functions[])(int) = {twice, double_it};

static void initial(void)
{
    assert(packed.c == 1 && *packed.p == 4 && packed.d == -1.5 && packed.f(4) == 8);
    assert((long)packed.w == 7 && (long)(packed.w >> 64) == -5 && *(int *)packed.n == 5);
    assert(packed.g == 0.25f && packed.b == 5 && packed.l == 0x1234567890ul && packed.s == -2);
    assert(before == 3 && beside[0] == 4 && beside[2] == 6 && own.s == -1 && own.c == 'x' &&
           *own.p == 2 && behind[2] == 9);
    assert(aligned == -4 && both.f == 1.5f && both.b[3] == 0x3f && both.b[7] == 0);
    alias_of_five[2] = 30;
    assert(*inner == 30 && functions[1](3) == 6 && functions[0] == functions[1]);
}

/* ---- bits ---- */

static void counts(void)
{
    static volatile unsigned short v16 = 0x8001;
    static volatile unsigned v32 = 0x10;
    static volatile unsigned long v64 = 1ul << 40;
    static volatile int negative = -7;
    static volatile long least = LONG_MIN + 1;
    assert(__builtin_clz(v32) == 27 && __builtin_ctz(v32) == 4 && __builtin_popcount(v32) == 1);
    assert(__builtin_clzl(v64) == 23 && __builtin_ctzl(v64) == 40 &&
           __builtin_popcountl(~v64) == 63);
    assert(__builtin_clzs(v16) == 0 && __builtin_ctzs(v16) == 0 && __builtin_parity(v32) == 1);
    assert(__builtin_ffs((int)v32) == 5 && __builtin_ffsl(0) == 0 &&
           __builtin_clrsb(negative) == 28);
    assert(__builtin_bswap16(v16) == 0x180 && __builtin_bswap32(v32) == 0x10000000);
    assert(__builtin_bswap64(v64) == 1ul << 16 && abs(negative) == 7 && labs(least) == LONG_MAX);
    assert(__builtin_clz(1) == 31 && __builtin_clzl(1) == 63 && __builtin_ctzl(huge) == 63);
    assert(__builtin_popcountl(UINT64_MAX) == 64 && __builtin_clrsbl(-1l) == 63);
}
typedef struct {
    int one : 1;
    signed two : 2;
    unsigned long rest : 61;
    bool truth : 1;
    long wide : 63;
} Bits;
typedef struct __attribute__((packed)) {
    unsigned char c : 5;
    unsigned long w : 64;
    long s : 59;
} Across;
typedef struct __attribute__((packed)) {
    unsigned char c : 5;
    unsigned long w : 64;
    long s : 42;
} Shorter;
static void fields_apart(void)
{
    Shorter row[2] = {{.c = 31, .w = UINT64_MAX, .s = -1}, {.c = 21, .w = 12, .s = -13}};
    row[0].s = -(1l << 41), row[0].w = 5;
    assert(row[0].c == 31 && row[0].w == 5 && row[0].s == -(1l << 41));
    assert(row[1].c == 21 && row[1].w == 12 && row[1].s == -13);
    row[0].s = (1l << 41) - 1, row[0].c = 1, row[1].s++;
    assert(row[0].c == 1 && row[0].w == 5 && row[0].s == (1l << 41) - 1);
    assert(row[1].c == 21 && row[1].w == 12 && row[1].s == -12);
}
static void fields(void)
{
    volatile Bits b = {.one = -1, .two = -2, .rest = (1ul << 61) - 1, .truth = 1, .wide = -1};
    assert(b.one == -1 && b.two == -2 && b.rest == (1ul << 61) - 1 && b.truth && b.wide == -1);
    b.two = 1, b.rest++, b.truth = 2, b.wide = LONG_MAX / 2;
    assert(b.one == -1 && b.two == 1 && b.rest == 0 && b.truth == 1 && b.wide == LONG_MAX / 2);
    volatile Across a = {.c = 31, .w = UINT64_MAX, .s = -1};
    a.w = 0x8000000000000001ul;
    assert(a.c == 31 && a.w == 0x8000000000000001ul && a.s == -1);
    a.s = -(1l << 58), a.c = 0;
    assert(a.c == 0 && a.w == 0x8000000000000001ul && a.s == -(1l << 58));
    a.w++, a.s = (1l << 58) - 1;
    assert(a.c == 0 && a.w == 0x8000000000000002ul && a.s == (1l << 58) - 1);
}

__attribute__((noinline)) static void sizes(char *p)
{
    assert(__builtin_object_size(p, 0) == SIZE_MAX && __builtin_object_size(p, 1) == SIZE_MAX);
    assert(__builtin_object_size(p, 2) == 0 && __builtin_object_size(p, 3) == 0);
}
static void overflows(void)
{
    long product, least = LONG_MIN, minus_one = -1;
    unsigned u, five_of = 5;
    assert(__builtin_mul_overflow(minus_one, least, &product));
    assert(__builtin_mul_overflow(least, minus_one, &product));
    assert(!__builtin_mul_overflow(least, 1l, &product) && product == least);
    assert(!__builtin_sub_overflow(five_of, five_of, &u) && u == 0);
    assert(__builtin_sub_overflow(five_of, five_of + 1, &u) && u == UINT_MAX);
    assert(!__builtin_add_overflow(UINT_MAX - five_of, five_of, &u) && u == UINT_MAX);
    assert(__builtin_add_overflow(UINT_MAX, 1u, &u) && u == 0);
    char text[10];
    sizes(text);
    double smallest = 5e-324;
    float small = 1e-40f;
    assert(isfinite(smallest) && !isnormal(smallest) && isfinite(-small) && !isnormal(small));
    assert(fpclassify(smallest) == FP_SUBNORMAL && fpclassify(small) == FP_SUBNORMAL);
}
typedef signed char Bytes __attribute__((vector_size(64)));
static void vectors(void)
{
    union {
        Bytes v;
        signed char b[64];
    } x, y;
    for (int k = 0; k < 64; k++)
        x.b[k] = (signed char)(k - 32), y.b[k] = (signed char)k;
    x.v = -x.v + y.v;
    assert(x.b[0] == 32 && x.b[31] == 32 && x.b[63] == 32);
    char *cells = __builtin_alloca(24);
    cells[23] = 5;
    static int cube[2][2][2][2][2][2][2][2][2][2];
    int(*from)[2][2][2][2][2][2][2][2][2] = cube;
    cube[0][1][0][1][0][1][0][1][0][1] = 7, cube[1][1][0][1][0][1][0][1][0][1] = 8;
    int got = (*from++)[1][0][1][0][1][0][1][0][1];
    assert(cells[23] == 5 && got == 7 && (*from)[1][0][1][0][1][0][1][0][1] == 8);
}
static long behind_large(Large large, int n, ...)
{
    va_list list;
    va_start(list, n);
    long total = large.b;
    for (int k = 0; k < n; k++)
        total = 10 * total + va_arg(list, int);
    va_end(list);
    return total;
}
static void arrays_in_arrays(int n)
{
    int outer[n], *p = &outer[n - 1];
    *p = 7;
    for (int k = 0; k < 2; k++) {
        int inner[n + k];
        inner[n - 1] = k;
        *p += inner[n - 1];
        {
            char innermost[n];
            innermost[0] = 1;
            *p += innermost[0];
        }
        inner[0] = 5;
    }
    assert(outer[n - 1] == 10);
}

/* ---- where control goes ---- */

static int choose(long n)
{
    switch (n) {
    case LONG_MIN:
        return 1;
    case -1:
        return 2;
    case 0x80000000:
        return 3;
    case 1l << 32:
        return 4;
    case LONG_MAX - 2 ... LONG_MAX:
        return 5;
    case 0:
        return 6;
    }
    return 7;
}
static int choose_byte(signed char c, unsigned char u, bool t)
{
    int r = 0;
    switch (c) {
    case -128:
        r = 1;
        break;
    case 127:
        r = 2;
    }
    switch (u) {
    case 128:
        r += 10;
        break;
    case 255:
        r += 20;
    }
    switch ((int)t) {
    case 1:
        r += 100;
    }
    return r;
}
static int label(int n)
{
    static const void *const to[] = {&&none, &&one, &&two, &&three};
    int r = 1;
    goto *to[n];
three:
    r *= 3;
two:
    r *= 5;
one:
    r *= 7;
none:
    return r;
}
static jmp_buf first, second;
static void jump(int which, int value)
{
    if (which)
        longjmp(second, value);
    longjmp(first, value);
}
static int jumps(void)
{
    volatile int trace = 0;
    int a = setjmp(first);
    assert(trace < 100000000);
    trace = 10 * trace + a + 1;
    if (a < 2) {
        int b = setjmp(second);
        trace = 10 * trace + b + 5;
        if (!b)
            jump(1, 0);
        if (b == 1)
            jump(1, a + 2);
        jump(0, a + 1);
    }
    return trace;
}
static int swapped(int n)
{
    int a = 1, b = 2, c = 3, x = 0;
    for (int k = 0; k < n; k++) {
        int t = a;
        a = b, b = c, c = t;
        int was = x++;
        x += a++ * (k & 1 ? 2 : 3) + (b-- > 1 ? c : was);
    }
    return 1000 * x + 100 * a + 10 * b + c;
}
static void control(void)
{
    assert(choose(LONG_MIN) == 1 && choose(-1) == 2 && choose(0x80000000) == 3);
    assert(choose(INT_MIN) == 7 && choose(1l << 32) == 4 && choose(LONG_MAX - 2) == 5);
    assert(choose(LONG_MAX) == 5 && choose(LONG_MAX - 3) == 7 && choose(0) == 6);
    assert(choose(0xffffffff) == 7 && choose(LONG_MIN + 1) == 7);
    assert(choose_byte(-128, 128, 1) == 111 && choose_byte(127, 255, 0) == 22);
    assert(choose_byte(0, 127, 1) == 100 && choose_byte(-1, 0, 0) == 0);
    assert(label(0) == 1 && label(1) == 7 && label(2) == 35 && label(3) == 105);
    assert(jumps() == 156725683);
    assert(swapped(5) == 69303 && swapped(4) == 31321);
}

/* ---- places ---- */

static struct {
    char c;
    struct {
        short s[3];
        int m[2][3];
    } in[2];
} nested;
static int through(int i, long j, unsigned char k, short l)
{
    nested.in[i].m[j][k] = 7;
    nested.in[1 - i].s[l + 1] = -9;
    int *p = &nested.in[i].m[j][k];
    return p[-(long)k] + (int)(p - &nested.in[0].m[0][0]) + (int)((char *)p - (char *)&nested);
}
static long two_dimensions(int n, short m)
{
    long a[n][m], total = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = 10 * i + j;
    for (int i = n; i--;)
        total = 100 * total + *(*(a + i) + m - 1 - i);
    return total + (long)sizeof a;
}
static void places(void)
{
    assert(through(1, 1, 2, 1) == 77);
    assert(nested.in[1].m[1][2] == 7 && nested.in[0].s[2] == -9);
    assert(two_dimensions(2, 3) == 1102 + 48);
    void *minus_one = (void *)-1;
    assert(minus_one != NULL && (intptr_t)minus_one == -1);
    char bytes[4];
    uintptr_t low = (uintptr_t)&bytes[0], high = (uintptr_t)&bytes[3];
    assert(low < high && low <= high && high > low && high >= low);
    assert(!(low >= high) && !(low > high) && low <= low && low >= low);
    memset(bytes, 0x1ff, sizeof bytes);
    assert((unsigned char)bytes[0] == 0xff && bytes[3] == -1);
    memset(bytes + 1, 256 + 7, 2);
    assert(bytes[0] == -1 && bytes[1] == 7 && bytes[2] == 7 && bytes[3] == -1);
}

int main(void)
{
    odd_structs();
    greatest_and_least();
    updates();
    arguments();
    initial();
    counts();
    fields();
    fields_apart();
    overflows();
    vectors();
    assert(behind_large((Large){1, 2, 3}, 6, 1, 2, 3, 4, 5, 6) == 2123456);
    arrays_in_arrays(3);
    control();
    places();
    return 0;
}
