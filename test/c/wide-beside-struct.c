//: expect safe
//: both
// Numbers of 128 bits beside a struct of two pointers, which nobody moves as a number: they are no
// pointers, wherever they are kept.
#include <assert.h>

typedef unsigned __int128 Wide;
struct two {
    void *first, *second;
} links;
struct holds {
    int k;
    Wide wide;
} holds;
Wide total, many[3];

int main(void)
{
    int x;
    links.first = &x;
    const Wide a = (Wide)0x123456789abcdef0ull << 64 | 0xfedcba9876543210ull;
    total = a;
    many[1] = a + 1;
    holds.wide = a * 3;
    assert((unsigned long)(total >> 64) == 0x123456789abcdef0ull);
    assert(many[1] - 1 == a && holds.wide / 3 == a && holds.wide > a);
    Wide *p = &many[1];
    (*p)++;
    assert((unsigned long)many[1] == 0xfedcba9876543212ull);
    static unsigned long words[] = {0, 1, 1ul << 63, -1ul};
    static signed char bytes[] = {0, 1, -1, -128};
    unsigned fits = 0;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) {
            unsigned char sum;
            fits = fits << 1 | !__builtin_add_overflow(bytes[k], words[i], &sum);
        }
    assert(fits == 0xce00);
}
