//: expect safe
//: both
// What kind of a number a float is: the macros of <math.h>.
#include <assert.h>
#include <math.h>

static const double numbers[] = {0.0, -0.0, 0x1p-1074, -0x1p-1023, 0x1p-1022, -1.5, 1e308};
static const float singles[] = {0.0f, -0.0f, 0x1p-149f, -0x1p-127f, 0x1p-126f, -1.5f, 3e38f};

int main(void)
{
    volatile double infinite = HUGE_VAL, none = infinite - infinite;
    for (int k = 0; k < 7; k++) {
        volatile double d = numbers[k];
        volatile float s = singles[k];
        assert(isfinite(d) && !isinf(d) && !isnan(d) && isnormal(d) == (k > 3));
        assert(isfinite(s) && !isinf(s) && !isnan(s) && isnormal(s) == (k > 3));
        assert(__builtin_issubnormal(d) == (k == 2 || k == 3) && __builtin_iszero(d) == (k < 2));
        assert(__builtin_issubnormal(s) == (k == 2 || k == 3) && __builtin_iszero(s) == (k < 2));
    }
    assert(isinf(infinite) && isinf(-infinite) && !isfinite(infinite) && !isfinite(-infinite));
    assert(!isnormal(infinite) && !isnormal(-infinite) && !isnan(infinite) && !isinf((float)none));
    assert(isnan(none) && !isinf(none) && !isfinite(none) && !isnormal(none) && isnan((float)none));
    assert(fpclassify(none) == FP_NAN && fpclassify(-infinite) == FP_INFINITE);
    assert(fpclassify(numbers[1]) == FP_ZERO && fpclassify(numbers[3]) == FP_SUBNORMAL);
    return 0;
}
//: also --engine=summarize
