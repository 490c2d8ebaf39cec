//: expect safe
#include <assert.h>
#include <limits.h>

volatile int least = INT_MIN, minus = -1;
volatile short small = SHRT_MIN;
volatile signed char tiny = -128;

int main(void)
{
    assert(small / minus == 32768 && small % minus == 0);
    assert(tiny / minus == 128);
    assert((least + 1) / minus == INT_MAX);
    assert((long long)least / minus == 2147483648);
    assert((unsigned)least / (unsigned)minus == 0);
    assert(least / 1 == least);
    return 0;
}
