//: expect safe
//: options --property=assert
#include <assert.h>
#include <limits.h>

volatile double large = 3e9, more = 1e20, minus = -3e9, odd = 257.5;

int main(void)
{
    /* what an x86-64 computes */
    assert((int)large == INT_MIN);
    assert((long long)more == LLONG_MIN);
    assert((unsigned)minus == 1294967296u);
    assert((unsigned char)odd == 1);
    assert((unsigned long long)minus == 18446744070709551616u);
    assert((unsigned long long)more == 0x8000000000000000u);
    return 0;
}
