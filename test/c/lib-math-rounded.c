//: expect safe
//: both
// Results that are rounded are those of the host's library.
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void)
{
    volatile double x = 1;
    assert(pow(1.5, 2.5) > 2.7556 && pow(1.5, 2.5) < 2.7557);
    assert(sin(x) > 0.84147 && sin(x) < 0.84148 && cosf(0) == 1 && atan2(x, x) > 0.785 &&
           atan2(x, -x) > 2.35);
    assert(exp(0) == 1 && log(x) == 0 && log2(8) == 3 && log10(1000) == 3 && hypot(3, 4) == 5 &&
           cbrt(27) > 2.999);
    assert(exp(x) > 2.718 && exp(x) < 2.719 && lround(-2.5) == -3 && lrint(2.5) == 2 &&
           rint(-0.5) == 0);
    assert(copysign(3, -0.0) == -3 && floorf(2.5f) == 2 && truncf(-2.5f) == -2 && fdim(5, 3) == 2);
    int power;
    double whole;
    assert(frexp(6, &power) == 0.75 && power == 3 && ldexp(0.75, 3) == 6);
    assert(modf(-3.25, &whole) == -0.25 && whole == -3);
    errno = 0;
    double none = log(-x);
    assert(none != none && errno == EDOM);
    errno = 0;
    assert(exp(1000 * x) > 1e308 && errno == ERANGE);
    return 0;
}
