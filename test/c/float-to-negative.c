//: expect safe
// A float becomes a negative number that is kept in an unsigned variable.
#include <assert.h>
int main(void)
{
    volatile double d = -3.5;
    unsigned x = (int)d;
    assert(x == -3u);
    return 0;
}
