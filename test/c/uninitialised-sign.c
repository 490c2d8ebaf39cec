//: expect bug uninitialised
//: options --all-errors
//: errors 4
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
    int word = part.word, which = heddle_choose(0, 3);
    if (which == 0 && word >> 31 & 2)
        return 1;
    if (which == 1 && word >> 24 & 0x100)
        return 2;
    if (which == 2 && (long)word & 1L << 40)
        return 3;
    if (which == 3 && (long)word >> 40 & 1L << 30)
        return 4;
    return 0;
}
