//: expect safe
//: both
// The bits of a float as those of a number, where the compiler looks at them: the sign, and atomic
// floats that are computed with.
#include <assert.h>
#include <math.h>
#include <stdatomic.h>

static _Atomic float x;
static _Atomic double y;

int main(void)
{
    volatile float minus = -0.0f;
    double expected = -0.5;
    x = 1;
    x += 1.5f;
    x *= 2;
    assert(x == 5);
    y = -0.0;
    assert(signbit(y) && signbit(minus) && !signbit(1.0f) && !signbit((double)x));
    y -= 2;
    y /= 4;
    assert(y == -0.5 && signbit(y));
    assert(atomic_compare_exchange_strong(&y, &expected, 7) && y == 7);
    assert(!atomic_compare_exchange_strong(&y, &expected, 8) && expected == 7);
    return 0;
}
//: also --engine=bound
