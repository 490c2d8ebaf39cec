//: expect safe
// Integers of all widths: conversions, wrapping, division, shifts, comparisons.
#include <assert.h>
#include <stdint.h>
#include <limits.h>
static uint8_t u8 = 250;
static int8_t s8 = -3;
static uint16_t u16 = 65535;
static int64_t s64 = -5;
static uint64_t u64 = ~0ull;
int main(void)
{
    u8 += 10;
    assert(u8 == 4);
    s8 = (int8_t)(s8 * 50);
    assert(s8 == 106);
    assert((uint8_t)s8 >> 1 == 53);
    u16++;
    assert(u16 == 0);
    assert(s64 / 2 == -2 && s64 % 2 == -1 && s64 >> 1 == -3);
    assert(u64 / 2 == INT64_MAX && (u64 >> 63) == 1);
    int x = -1;
    unsigned y = (unsigned)x;
    assert(y == UINT_MAX);
    assert((long)y == 4294967295L);
    assert((long)x == -1L);
    assert(x < 1);
    assert(y > 1u);
    assert((unsigned char)x == 255);
    int z = INT_MAX;
    unsigned w = (unsigned)z + 1u;
    assert((int)w == INT_MIN);
    short s = (short)70000;
    assert(s == 4464);
    assert((x ^ 5) == -6 && (~5) == -6 && (5 << 3) == 40 && (x & 0xff) == 255);
    _Bool b = 7;
    assert(b == 1);
    b = !b;
    assert(b == 0);
    long long ll = 1LL << 40;
    assert((int)(ll >> 38) == 4);
    unsigned c = 3;
    c -= 4;
    assert(c == 0xffffffffu);
    int i = 5;
    int j = i++ + 7;
    assert(j == 12 && i == 6);
    i = i * 3;
    assert((1 ? -1 : 1u) == UINT_MAX);
    char ch = 'a';
    ch++;
    assert(ch == 'b');
    assert(sizeof(long) == 8 || sizeof(long) == 4);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=bound
