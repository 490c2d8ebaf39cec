//: expect bug assert
//: options --all-errors
//: errors 4
// Of floats few values are tried, these among them.
#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);

static void single(void)
{
    float x = __VERIFIER_nondet_float();
    if (x == 1.0f)
        assert(0);
    if (x < 0)
        assert(0);
}
int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (x == 1.0)
        assert(0);
    if (x == -1.0)
        assert(0);
    single();
    return 0;
}
