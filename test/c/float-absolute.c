//: expect safe
//: both
// The absolute value of -0.0 has no sign; that of what is no number is none.
#include <assert.h>

int main(void)
{
    volatile double minus = -0.0, one = -1.5, none = 0.0;
    volatile float single = -0.0f;
    none /= none;
    assert(1 / minus < 0 && 1 / __builtin_fabs(minus) > 0 && 1 / __builtin_fabsf(single) > 0);
    assert(__builtin_fabs(one) == 1.5 && __builtin_fabsf(2.5f) == 2.5f && __builtin_abs(-7) == 7);
    assert(__builtin_isunordered(__builtin_fabs(none), 1.0) && 1 / __builtin_fabs(1 / one) == 1.5);
    return 0;
}
//: also --engine=summarize
//: also --engine=cegar --property=assert
