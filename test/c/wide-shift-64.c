//: expect safe
// A number of 128 bits, shifted by exactly one word, keeps its sign.
#include <assert.h>
int main(void)
{
    volatile long h = -2;
    __int128 x = (__int128)h << 64;
    __int128 y = x >> 64;
    assert(y == -2);
    return 0;
}
