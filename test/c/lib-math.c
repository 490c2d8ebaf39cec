//: expect safe
//: both
// Exact results of <math.h>.
#include <assert.h>
#include <math.h>

int main(void)
{
    assert(sqrt(2) == 1.4142135623730951 && sqrt(144) == 12 && sqrt(0.5) == 0.7071067811865476);
    assert(sqrt(1e300) == 1e150 && sqrt(3) == 1.7320508075688772 && sqrt(0) == 0);
    assert(sqrt(0x1p-1074) == 0x1p-537 && sqrt(0x1p-1073) == 0x1.6a09e667f3bcdp-537);
    assert(sqrt(0x1p-1022) == 0x1p-511 && sqrt(0x1.ffffffffffffep-1023) == 0x1.fffffffffffffp-512);
    assert(sqrtf(0x1p-149f) == 0x1.6a09e6p-75f && sqrt(-0x1p-1074) != sqrt(-0x1p-1074));
    assert(1 / sqrt(-0.0) < 0 && 1 / pow(-0.0, 0.5) > 0);
    assert(floor(-1.5) == -2 && ceil(-1.5) == -1 && trunc(-1.5) == -1 && round(-1.5) == -2);
    assert(floor(2.5) == 2 && ceil(2.5) == 3 && round(2.5) == 3 && round(2.4) == 2);
    assert(fabs(-3.25) == 3.25 && fmin(1, 2) == 1 && fmax(1, 2) == 2);
    assert(pow(2, 10) == 1024 && pow(-3, 3) == -27 && pow(7, 0) == 1 && pow(2, 100) > 1e30);
    return 0;
}
