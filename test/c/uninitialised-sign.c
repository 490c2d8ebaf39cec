//: expect bug uninitialised
//: options --all-errors
//: errors 12
// A sign that was never written is in all the bits that it is extended to.
#include <heddle.h>

typedef union {
    struct {
        unsigned low : 24;
        signed high : 8;
    } bits;
    int word;
    signed char bytes[4];
} Part;

int main(void)
{
    Part part;
    part.bytes[0] = part.bytes[1] = part.bytes[2] = 0;
    int word = part.word, which = heddle_choose(0, 11);
    if (which == 0 && word >> 31 & 2)
        return 1;
    if (which == 1 && word >> 24 & 0x100)
        return 2;
    if (which == 2 && (long)word & 1L << 40)
        return 3;
    if (which == 3 && (long)word >> 40 & 1L << 30)
        return 4;
    if (which == 4 && word < 0)
        return 5;
    if (which == 5 && 0 > word)
        return 6;
    if (which == 6 && word <= -1)
        return 7;
    if (which == 7 && word >= 1)
        return 8;
    if (which == 8 && word < 1)
        return 9;
    if (which == 9 && word > 0x01000000)
        return 10;
    if (which == 10 && word <= -0x01000000)
        return 11;
    if (which == 11 && part.bits.high < 0)
        return 12;
    return 0;
}
