//: expect safe
#include <assert.h>
#include <limits.h>

volatile double fraction = -0.9, most = 4294967295.5, least = -2147483648.9, huge = 1.8e19;
volatile float small = -128.9f;

int main(void)
{
    assert((unsigned)fraction == 0);
    assert((unsigned)most == UINT_MAX);
    assert((int)least == INT_MIN);
    assert((signed char)small == -128);
    assert((unsigned long long)huge == 18000000000000000000u);
    assert((long long)-9223372036854775808.0 == LLONG_MIN);
    assert((_Bool)most);
    return 0;
}
