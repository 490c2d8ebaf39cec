//: expect safe
//: output undefined
#include <assert.h>

volatile int amount = 31, minus = -8;
volatile unsigned char most = 63, byte = 255;
struct bits {
    unsigned a : 3;
    int b : 29;
} bits = {7, -5};

int main(void)
{
    assert(1u << amount == 0x80000000u);
    assert(1 << amount == minus - 0x7ffffff8); /* into the sign: it happens everywhere */
    assert(minus << 1 == -16);
    assert(minus >> 1 == -4);
    assert(1ull << most == 0x8000000000000000u);
    assert(byte << 24 == -0x1000000);
    assert(bits.a == 7 && bits.b == -5);
    return 0;
}
//: also --engine=bound
