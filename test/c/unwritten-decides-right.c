//: expect safe
//: options --property=memory,assert
// What comes to the same whatever the bits are that were never written: beyond the edges of what they may be, where they are masked away,
// shifted out, multiplied away, or the rest of a division.
#include <assert.h>
#include <stdlib.h>

union word {
    unsigned u;
    int s;
    unsigned char byte[4];
};
struct two {
    long first;
    union word second;
};
static union word without(unsigned number, int left_out)
{
    union word *fresh = malloc(sizeof *fresh), word;
    for (int k = 0; k < 4; k++)
        if (k != left_out)
            fresh->byte[k] = (unsigned char)(number >> 8 * k);
    word = *fresh;
    free(fresh);
    return word;
}
static unsigned upper(int first, unsigned second)
{
    return first ? second >> 8 : 0;
}
static struct two both(void)
{
    struct two two = {1, without(0x100, 0)};
    return two;
}
int main(void)
{
    union word w = without(0x100, 0), below = without(0xffffff00, 0), top = without(0x123456, 3);
    assert(w.u < 0x200 && w.u <= 0x1ff && !(w.u < 0x100) && !(w.u <= 0xff));
    assert(0xff < w.u && 0x100 <= w.u && !(0x1ff < w.u) && !(0x200 <= w.u));
    assert(below.s < 0 && below.s <= -1 && !(below.s < -256) && !(below.s <= -257));
    assert(w.u != 0x200 && !(w.u == 0x2ff) && (w.u | 0xff) == 0x1ff && (0xff | w.u) == 0x1ff);
    assert((w.u & ~0xffu) == 0x100 && (~0xffu & w.u) == 0x100 && (w.u & 0x100));
    assert((w.u - 0x100) < 0x100 && (w.u + 0x100) >= 0x200 && (w.u ^ 0x100) < 0x100);
    assert(w.u >> 8 == 1 && w.u / 256 == 1 && top.u % 256 == 0x56 && top.u % 0x1000000 == 0x123456);
    assert(top.u << 8 == 0x12345600 && top.u * 256 == 0x12345600 && 256 * top.u == 0x12345600);
    assert((top.s >> 8 & 0xffff) == 0x1234 && top.u * 0 == 0 && (~top.u & 0xff) == 0xa9);
    assert(upper(1, w.u) == 1 && both().second.u >> 8 == 1 && (unsigned short)top.u == 0x3456);
    return 0;
}
