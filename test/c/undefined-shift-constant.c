//: expect bug shift
//: options --all-errors
//: errors 6
// A constant amount: the last one that is right, and the first one that is not.
#include <heddle.h>

int main(void)
{
    unsigned u = 1;
    unsigned long l = 1;
    int i = 1, which = heddle_choose(0, 6);
    if (which == 0)
        u = u << 32;
    if (which == 1)
        u = u >> 32;
    if (which == 2)
        i = i >> 33;
    if (which == 3)
        l = l << 64;
    if (which == 4)
        l = l >> 64;
    if (which == 5)
        i = i << 32;
    if (which == 6)
        return (u << 31 >> 31) + (l << 63 >> 63) + (i << 30 >> 31) == 3;
    return 0;
}
