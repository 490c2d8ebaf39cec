//: expect safe
//: options --data-model=ILP32
// Odd widths, words of 64 bits in two, and arguments, where pointers have 32 bits.
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char c;
    long long w;
    double d;
} Mixed; /* 8 bytes are aligned at 4 */
typedef struct __attribute__((packed)) {
    char c;
    unsigned long long w : 50;
    int s : 13;
} Packed;

static long long shared, least = LLONG_MIN;
static unsigned long long big = 0x8000000180000001ull;
static int five[5] = {1, 2, 3, 4, 5}, *inside = &five[4] - 2;
static uintptr_t number = (uintptr_t)&five[1];
static _Thread_local char before = 3, beside[3] = {4, 5, 6};
static _Thread_local long long own = -5;
static Mixed initial = {'x', -(1ll << 40), 0.5};

static long long sum(int n, ...)
{
    long long total = 0;
    va_list list, other;
    va_start(list, n);
    va_copy(other, list);
    for (int k = 0; k < n; k++)
        total = 10 * total + va_arg(list, int);
    total += va_arg(list, long long);
    total += (long long)va_arg(list, double);
    Mixed m = va_arg(list, Mixed);
    total += m.c + m.w + (long long)m.d + va_arg(list, int);
    for (int k = 0; k < n; k++)
        total += va_arg(other, int);
    va_end(list);
    va_end(other);
    return total;
}
static Mixed turned(Mixed m, long long by, char c)
{
    return (Mixed){(char)(m.c + c), m.w ^ by, -m.d};
}
static void *add(void *unused)
{
    shared += 1ll << 33;
    shared -= 3;
    return unused;
}
static void words(void)
{
    pthread_t t;
    shared = -1;
    pthread_create(&t, NULL, add, NULL);
    pthread_join(t, NULL);
    assert(shared == (1ll << 33) - 4 && (int)shared == -4 && shared >> 32 == 1);
    shared = least, shared++;
    assert(shared == -LLONG_MAX && shared < least + 2 && (unsigned long long)shared < big);
    big++;
    assert(big == 0x8000000180000002ull && big >> 31 == 0x100000003ull && (unsigned)big >> 1);
    assert(__builtin_clzll(big) == 0 && __builtin_ctzll(big) == 1 &&
           __builtin_popcountll(big) == 4);
    assert(__builtin_bswap64(big) == 0x0200008001000080ull);
    long long product;
    assert(__builtin_mul_overflow(least, -1, &product) &&
           !__builtin_mul_overflow(least, 1, &product));
    assert(product == least && __builtin_add_overflow(big, 1ll << 63 >> 1, &product) == 0);
    unsigned u;
    assert(__builtin_add_overflow(1u << 31, 1ll << 31, &u) && u == 0);
    assert(!__builtin_sub_overflow(1ll << 32, 1, &u) && u == UINT_MAX);
}
static void places(void)
{
    Mixed m[3], *p = &m[2];
    memset(m, 0xff, sizeof m);
    p->w = 1ll << 35, m[1].d = 2.5, m[1].c = 'y';
    assert(sizeof(Mixed) == 20 && (char *)&p->w - (char *)m == 44 && p - m == 2);
    assert(m[1].w == -1 && *((int *)&p->w + 1) == 8 && (uintptr_t)p % 4 == 0 && m[1].d == 2.5);
    Mixed n = turned(m[2], 3, 1);
    assert(n.w == (1ll << 35 | 3) && n.c == 0);
    Packed q[2] = {{1, (1ull << 50) - 1, -1}, {2, 7, -4096}};
    q[0].w = 0x2000000000001ull, q[0].s = 4095;
    assert(q[0].c == 1 && q[0].w == 0x2000000000001ull && q[0].s == 4095);
    assert(q[1].c == 2 && q[1].w == 7 && q[1].s == -4096 && sizeof *q == 9);
    assert(*inside == 3 && *(int *)number == 2 && initial.w == -(1ll << 40) && initial.d == 0.5);
    assert(before == 3 && beside[0] == 4 && beside[2] == 6 && own == -5);
    void *none = (void *)-1;
    assert((uintptr_t)none == UINT_MAX && (intptr_t)none == -1 && none > (void *)0);
    volatile size_t count = 0x40000001, size = 4;
    assert(!calloc(count, size) && !calloc(size, count));
    int *made = calloc(size, size);
    assert(!made || made[3] == 0);
    free(made);
}
int main(void)
{
    Mixed m = {1, 1ll << 36, 4.0};
    assert(sum(3, 1, 2, 3, 1ll << 34, 7.5, m, 8) ==
           123 + (1ll << 34) + 7 + 1 + (1ll << 36) + 4 + 8 + 6);
    words();
    places();
    return 0;
}
