//: expect safe
// -1 times the least number of 64 bits does not fit, and __builtin_mul_overflow says so.
#include <assert.h>
#include <limits.h>
int main(void)
{
    volatile long long a = -1, b = LLONG_MIN;
    long long x = a, y = b, r;
    assert(__builtin_mul_overflow(x, y, &r));
    return 0;
}
