//: expect safe
// The initial value of a number of 128 bits has both its words, in a variable, a member and an
// array.
#include <assert.h>

typedef union {
    __int128 all;
    unsigned long words[2];
} Pair;
static __int128 big = ((__int128)5 << 64) | 7, minus = -1, low = 9;
static struct {
    char before;
    __int128 number;
    int behind;
} member = {1, -((__int128)1 << 100), 2};
static __int128 many[2] = {3, (__int128)1 << 127};

static void is(__int128 number, unsigned long high, unsigned long low_word)
{
    Pair pair = {number};
    assert(pair.words[0] == low_word && pair.words[1] == high);
}
int main(void)
{
    is(big, 5, 7);
    is(minus, ~0ul, ~0ul);
    is(low, 0, 9);
    is(member.number, ~0ul << 36, 0);
    is(many[0], 0, 3);
    is(many[1], 1ul << 63, 0);
    assert(member.before == 1 && member.behind == 2);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
