//: expect bug shift
//: options --all-errors
//: errors 4
// The amount of a shift has 128 bits: cut off to 32 or 64 bits it would be right.
#include <assert.h>
#include <heddle.h>

static __int128 most = 31, far = (__int128)1 << 32, farther = (__int128)1 << 64, one = 1;
static unsigned sink;

int main(void)
{
    assert(1u << most == 0x80000000u && 2ul << (2 * most) == 1ul << 63 && 0x80000000u >> most == 1);
    switch (heddle_choose(0, 3)) {
    case 0:
        sink = 1u << (most + one);
        break;
    case 1:
        sink = 1u << far;
        break;
    case 2:
        sink = 1u >> (farther + 3);
        break;
    case 3:
        sink = 1u << -one;
        break;
    }
    return 0;
}
