//: expect safe
//: both
// __builtin_add_overflow and its like with numbers of 128 bits, and products of a signed and an
// unsigned number of 64 bits.
#include <assert.h>

typedef __int128 Wide;
typedef unsigned __int128 UWide;

#define ADDS(a, b, r)       (!__builtin_add_overflow((a), (b), &(r)))
#define SUBTRACTS(a, b, r)  (!__builtin_sub_overflow((a), (b), &(r)))
#define MULTIPLIES(a, b, r) (!__builtin_mul_overflow((a), (b), &(r)))

static void sums(void)
{
    volatile UWide all = ~(UWide)0, half = (UWide)1 << 127;
    volatile Wide most = (Wide)(half - 1), least = -most - 1, one = 1;
    Wide s;
    UWide u;
    int i;
    assert(!ADDS(all, all, u) && u == all - 1 && ADDS(half, half - 1, u) && u == all);
    assert(!ADDS(most, one, s) && s == least && ADDS(most, least, s) && s == -1);
    assert(!ADDS(least, -one, s) && s == most && ADDS(most, -1, s) && s == most - 1);
    assert(!SUBTRACTS(half, all, u) && u == half + 1 && SUBTRACTS(all, half, u) && u == half - 1);
    assert(!SUBTRACTS(least, one, s) && s == most && !SUBTRACTS(0, least, s) && s == least);
    assert(SUBTRACTS(-one, least, s) && s == most && SUBTRACTS(most, most, i) && i == 0);
    assert(!ADDS(most, one, i) && i == 0 && !ADDS(one, (Wide)1 << 31, i) && i == -2147483647);
}

static void products(void)
{
    volatile UWide all = ~(UWide)0, word = (UWide)1 << 64;
    volatile Wide least = (Wide)((UWide)1 << 127), minus = -1, three = 3;
    volatile long long low = -9223372036854775807ll - 1, small = -3;
    volatile unsigned long long half = 1ull << 63, many = -1ull;
    Wide s;
    UWide u;
    long long l;
    unsigned long long v;
    assert(MULTIPLIES(word - 1, word + 1, u) && u == all && !MULTIPLIES(word, word, u) && u == 0);
    assert(!MULTIPLIES(all, three, u) && u == all - 2);
    assert(!MULTIPLIES(least, minus, s) && s == least && MULTIPLIES(least, 1, s) && s == least);
    assert(MULTIPLIES(least / 2, 2, s) && s == least && !MULTIPLIES(least / 2, -2, s));
    assert(MULTIPLIES(minus, three, l) && l == -3 && !MULTIPLIES(minus, three, v) && v == -3ull);
    assert(MULTIPLIES(1ll, half - 1, l) && l == -(low + 1) && !MULTIPLIES(1ll, half, l) &&
           l == low);
    assert(MULTIPLIES(-1ll, half, l) && l == low && !MULTIPLIES(small, half, l));
    assert(!MULTIPLIES(small, many, v) && v == 3 && MULTIPLIES(small + 3, many, v) && v == 0);
    assert(MULTIPLIES(small, many, s) && s == -3 * (Wide)many);
}

int main(void)
{
    sums();
    products();
    return 0;
}
