//: expect safe
// The upper word of a static number of 128 bits.
#include <assert.h>
static __int128 x = ((__int128)5 << 64) | 7;
int main(void)
{
    assert((long)(x >> 64) == 5);
    return 0;
}
