//: expect unknown
//: options --engine=explore
//: output pointer-remains.c:18: a pointer is read of which some bytes were overwritten
// Where one byte of a pointer was written over the others are still those of the address: they were written, and nobody knows what
// they are.
#include <heddle.h>

static int x, *p = &x;

int main(void)
{
    unsigned char *bytes = (unsigned char *)&p;
    int k = heddle_choose(0, 7), other = heddle_choose(0, 7);
    bytes[k] = 7;
    if (bytes[k] != 7)
        return 1;
    /* The first that was not written. */
    return bytes[other == k ? (k + 1) % 8 : other] == 3;
}
