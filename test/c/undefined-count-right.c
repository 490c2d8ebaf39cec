//: expect safe
// What counts zeros of a number that is not zero, or says what zero gives.
#include <assert.h>
#include <strings.h>

int main(void)
{
    volatile unsigned zero = 0, one = 1;
    volatile unsigned long high = 1ul << 40;
    assert(__builtin_clz(one) == 31 && __builtin_ctz(one) == 0);
    assert(__builtin_clzl(high) == 23 && __builtin_ctzl(high) == 40);
    assert(__builtin_ffs((int)zero) == 0 && __builtin_ffs((int)one) == 1);
    assert(__builtin_ffsl((long)high) == 41 && ffs((int)zero) == 0);
    assert(__builtin_clzg(zero, 32) == 32 && __builtin_ctzg(high, 7) == 40);
    assert(__builtin_popcount(zero) == 0 && __builtin_parity(one) == 1);
    assert((zero ? __builtin_ctz(zero) : -1) == -1);
    return 0;
}
