//: expect safe
// Two numbers of 128 bits are the same if both words are: whichever of them differs.
#include <assert.h>

static __int128 make(unsigned long high, unsigned long low)
{
    union {
        unsigned long words[2];
        __int128 all;
    } u = {{low, high}};
    return u.all;
}

int main(void)
{
    static const unsigned long ends[] = {0, 1, ~0ul >> 1, ~0ul};
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++) {
            __int128 x = make(ends[a], 7), y = make(ends[b], 7);
            __int128 v = make(7, ends[a]), w = make(7, ends[b]);
            assert((x == y) == (a == b) && (x != y) == (a != b));
            assert((v == w) == (a == b) && (v != w) == (a != b));
            assert((make(ends[a], ends[b]) != make(ends[b], ends[a])) == (a != b));
        }
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=summarize
