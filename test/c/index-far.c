//: expect bug bounds 10
//: both
// An index of 2^32 does not come back to where it began.
#include <stddef.h>
static char cells[4];
int main(void)
{
    volatile size_t far = (size_t)1 << 32;
    char *p = cells + far;
    return *p;
}
