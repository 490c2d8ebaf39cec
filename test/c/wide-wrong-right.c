// The twin of wide-wrong.c: all that is just right.
//: expect safe
//: options --overflow
#include <assert.h>
#include <heddle.h>

typedef unsigned __int128 Wide;
typedef __int128 Signed;
static Signed most = (Signed)(~(Wide)0 >> 1);
static int last = 127;
static double big = 1e38, least_double = -0x1p127;

int main(void)
{
    Signed least = -most - 1;
    assert((most - 1) + 1 == most && (least + 1) - 1 == least && least + most == -1);
    assert((least / 2) * 2 == least && (most / 2) * 2 + 1 == most &&
           (Signed)-1 * most == least + 1);
    assert(((Signed)1 << 63) * -((Signed)1 << 64) == least);
    assert(least / 1 == least && most / -1 == least + 1 && least % 10 == -8 && -most % 10 == -7);
    assert((Wide)1 << last == (Wide)least && least >> last == -1 && (Wide)least >> last == 1);
    assert((Wide)(2 * big) > (Wide)big && (Signed)least_double == least && (Wide)-0.5 == 0);
    return 0;
}
