//: expect safe
/* The least and the greatest numbers, and those that just do not fit. */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(void)
{
    char *end;
    errno = 0;
    assert(strtol("-9223372036854775808", &end, 10) == LONG_MIN && !errno && !*end);
    assert(strtoll("-9223372036854775808x", &end, 0) == LLONG_MIN && !errno && *end == 'x');
    assert(strtoll("-0x8000000000000000", &end, 16) == LLONG_MIN && !errno);
    assert(strtol("9223372036854775807", NULL, 10) == LONG_MAX && !errno);
    assert(atoll("-9223372036854775808") == LLONG_MIN && atoi("-2147483648") == INT_MIN);
    assert(strtoull("-18446744073709551615", NULL, 10) == 1 && !errno);
    assert(strtoll("-9223372036854775809", NULL, 10) == LLONG_MIN && errno == ERANGE);
    errno = 0;
    assert(strtol("9223372036854775808", NULL, 10) == LONG_MAX && errno == ERANGE);
    errno = 0;
    assert(strtoul("18446744073709551616", NULL, 10) == ULONG_MAX && errno == ERANGE);
    return 0;
}
//: also --engine=bound
