//: expect safe
/* A field of some bits is written into fresh memory: its neighbours are not, and nobody asks for
 * them. */
#include <assert.h>
#include <stdlib.h>
struct B {
    unsigned low : 3, high : 5;
    signed wide : 17;
    unsigned long big : 40;
    _Bool flag : 1;
};
int main(void)
{
    struct B *b = malloc(sizeof *b), local;
    if (!b)
        return 1;
    b->low = 5;
    b->wide = -7;
    b->big = 1ul << 39;
    struct B copy = *b;
    copy.high = 31;
    copy.flag = 1;
    copy.low++;
    assert(copy.low == 6 && copy.high == 31 && copy.wide == -7 && copy.big == 1ul << 39 &&
           copy.flag);
    local.low = 1;
    local.high = 2;
    assert(local.low == 1 && local.high == 2);
    free(b);
    return 0;
}
