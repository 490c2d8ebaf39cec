//: expect safe
//: both
// Sums and differences of a signed and an unsigned number of 64 bits, and what of them fits.
#include <assert.h>

#define ADDS(a, b, r)      (!__builtin_add_overflow((a), (b), &(r)))
#define SUBTRACTS(a, b, r) (!__builtin_sub_overflow((a), (b), &(r)))

int main(void)
{
    volatile long long least = -9223372036854775807ll - 1, most = 9223372036854775807ll;
    volatile long long minus = -1;
    volatile unsigned long long all = -1ull, half = 1ull << 63, seven = 7;
    volatile int small = -8;
    long long s;
    unsigned long long u;
    int i;
    unsigned char c;
    assert(ADDS(minus, seven, s) && s == 6 && ADDS(minus, seven, u) && u == 6);
    assert(ADDS(small, seven, i) && i == -1 && !ADDS(small, seven, u) && u == -1ull);
    assert(!ADDS(most, half, s) && s == -1 && ADDS(most, half, u) && u == all);
    assert(ADDS(least, half, s) && s == 0 && ADDS(least, half, u) && u == 0);
    assert(ADDS(least, all, s) && s == most && ADDS(least, all, u) && u == half - 1);
    assert(!ADDS(most, all, u) && u == half - 2 && !ADDS(1ll, all, u) && u == 0);
    assert(SUBTRACTS(minus, half - 1, s) && s == least && !SUBTRACTS(minus, half, s) && s == most);
    assert(!SUBTRACTS(seven, all, s) == 1 && SUBTRACTS(seven, minus, u) && u == 8);
    assert(SUBTRACTS(all, minus, u) == 0 && u == 0 && SUBTRACTS(all, most, u) && u == half);
    assert(!SUBTRACTS(small, seven, c) && c == 241 && ADDS(small, half, u) && u == half - 8);
    assert(!ADDS(small, half, i) && i == -8 && ADDS(seven, -7, c) && c == 0);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=summarize
