// 128 bits: sums, products, quotients, shifts, comparisons and conversions are what the processor computes.
//: expect safe
#include <assert.h>
#include <stdint.h>

typedef unsigned __int128 Wide;
typedef __int128 Signed;
#define U(high, low) (((Wide)(high) << 64) | (low))

static Wide table[3] = {5, (Wide)1 << 100, ~(Wide)0};
static Signed below = -7;

static Wide fibonacci(int n)
{
    Wide a = 0, b = 1;
    for (int i = 0; i < n; i++) {
        Wide c = a + b;
        a = b;
        b = c;
    }
    return a;
}

static uint64_t mix(uint64_t a, uint64_t b)
{
    Wide p = (Wide)a * b;
    return (uint64_t)p ^ (uint64_t)(p >> 64);
}

int main(void)
{
    int by = 65;
    assert(fibonacci(150) >> 64 == 540432318969ull &&
           (uint64_t)fibonacci(150) == 6792540214324356296ull);
    assert(mix(0x9e3779b97f4a7c15ull, 0xbf58476d1ce4e5b9ull) == 0xa035e2cc637f5704ull);
    Wide a = U(0x123456789abcdef0ull, 0xfedcba9876543210ull), b = U(0x11, 0x2233445566778899ull);
    assert(a / b == U(0x0ull, 0x10fffffffffffffull));
    assert(a % b == U(0x0ull, 0xfe7ffeeddccbbaa9ull));
    assert((uint64_t)(a >> by) == 0x91a2b3c4d5e6f78ull);
    assert((uint64_t)((a << by) >> 64) == 0xfdb97530eca86420ull);
    Signed s = -(Signed)a;
    assert(s < 0 && s / (Signed)b == -(Signed)U(0x0ull, 0x10fffffffffffffull) &&
           s % 10 == -(Signed)(a % 10));
    assert((s >> by) == -(Signed)((a + (((Wide)1 << by) - 1)) >> by));
    assert(a > b && b < a && s < (Signed)b && (Signed)b > s && a >= a && s <= s);
    assert((double)a == 0x1.23456789abcdfp+124);
    assert((float)b == (float)3.1605903304290835e+20);
    assert((Wide)(double)b == U(0x11ull, 0x2233445566780000ull));
    assert((Signed)-1e30 == -(Signed)(Wide)1e30);
    table[by & 1]++;
    assert(table[1] == ((Wide)1 << 100) + 1);
    assert((Signed)-3 * (Signed)INT64_MAX * 5 == -(Signed)15 * INT64_MAX);
    assert(table[0] == 5 && table[2] + 1 == 0 && below + 7 == 0);
    Signed chosen = by > 64 ? below : (Signed)table[2];
    for (int k = 0; k < 3; k++)
        chosen = chosen < 0 ? chosen * -3 : chosen - table[0];
    assert(chosen == 11);
    return 0;
}
