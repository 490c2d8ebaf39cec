//: expect safe
// Two words are the same if both halves are: all pairs of four numbers, == and !=.
#include <assert.h>
#include <heddle.h>

typedef union {
    unsigned __int128 all;
    unsigned long word[2];
} Words;

int main(void)
{
    static const unsigned long half[] = {0, 1, 1ul << 63, ~0ul};
    Words a, b;
    a.word[0] = half[heddle_choose(0, 3)];
    a.word[1] = half[heddle_choose(0, 3)];
    b.word[0] = half[heddle_choose(0, 3)];
    b.word[1] = half[heddle_choose(0, 3)];
    _Bool same = a.word[0] == b.word[0] && a.word[1] == b.word[1];
    _Bool equal = a.all == b.all, differ = a.all != b.all;
    assert(equal == same);
    assert(differ == !same);
    return 0;
}
