//: expect safe
//: options --property=assert
#include <assert.h>

volatile int amount = 35;
volatile long long wide = 0x100000001;

int main(void)
{
    assert(1 << amount == 8); /* as the processor does it */
    assert(1 << wide == 2);
    assert(1ll << (amount + 30) == 2);
    return 0;
}
