//: expect safe
//: options --overflow
//: both
// Numbers without a sign go round, also where overflow is an error; and so does a sum that is converted back to a narrow type.
#include <assert.h>
#include <limits.h>

static unsigned n = UINT_MAX, seen;
static unsigned long l = ULONG_MAX;
static unsigned short s = USHRT_MAX;
static unsigned char c = UCHAR_MAX;
static signed char b = SCHAR_MAX;

int main(void)
{
    seen = n + 1;
    assert(!seen && n * n == 1 && 0 - n == 1 && n - UINT_MAX == 0);
    assert(l + 1 == 0 && l * l == 1 && 0 - l == 1);
    s++;
    c++;
    b++;
    assert(!s && !c && b == SCHAR_MIN);
    for (unsigned k = 3; k--;)
        seen -= k;
    assert(seen == UINT_MAX - 2);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
