//: expect safe
/* Bits that were never written do not matter where they are masked away, shifted out or set. */
#include <assert.h>
int main(void)
{
    unsigned word, copy;
    unsigned char *bytes = (unsigned char *)&word;
    bytes[0] = 7;
    bytes[1] = 1;
    copy = word;
    assert((copy & 0xff) == 7);
    assert((unsigned short)copy == 0x107);
    assert(copy << 16 >> 24 == 1);
    assert((copy | 0xffff0000u) == 0xffff0107u);
    assert((unsigned char)(copy + 1) == 8 && (copy * 4 & 0xff) == 28);
    assert(copy != 6 && copy % 256 == 7);
    return 0;
}
