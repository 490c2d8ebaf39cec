//: expect bug uninitialised
//: options --all-errors --property=memory
//: errors 22
// Bits that were never written decide something: at the very edge of a comparison, by a carry or a borrow, by the sign that is
// shifted in, as an amount, a length, a size or a position, in a second argument, a second part of what is returned. `unwritten-decides-right.c` has what does not depend
// on them.
#include <heddle.h>
#include <stdlib.h>
#include <string.h>

union word {
    unsigned u;
    int s;
    unsigned char byte[4];
};
struct two {
    long first;
    union word second;
};
/* The bytes of a number but one. */
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
static int second_is(int first, unsigned second)
{
    return first && second & 1;
}
static struct two both(void)
{
    struct two two = {1, without(0x100, 0)};
    return two;
}
/* Of eight bytes the last one. */
static int sign_of_long(void)
{
    union {
        long s;
        unsigned char byte[8];
    } *fresh = malloc(sizeof *fresh);
    for (int k = 0; k < 7; k++)
        fresh->byte[k] = 1;
    return (fresh->s >> 8) < 0;
}
static int order(int form, union word w, union word below)
{
    switch (form) {
    case 0:
        return w.u < 0x1ff ? 1 : 2;
    case 1:
        return w.u <= 0x1fe ? 1 : 2;
    case 2:
        return w.u < 0x101 ? 1 : 2;
    case 3:
        return w.u <= 0x100 ? 1 : 2;
    case 4:
        return 0x100 < w.u ? 1 : 2;
    case 5:
        return 0x1ff <= w.u ? 1 : 2;
    case 6:
        return below.s < -1 ? 1 : 2;
    case 7:
        return below.s <= -256 ? 1 : 2;
    default:
        return 0;
    }
}
static int combine(int form, union word w, union word top)
{
    switch (form) {
    case 8:
        return (w.u + 1) & 0x200 ? 1 : 2;
    case 9:
        return (w.u - 1) & 0x100 ? 1 : 2;
    case 10:
        return (0x200 - w.u) & 0x100 ? 1 : 2;
    case 11:
        return (top.s >> 8) & (int)0x80000000 ? 1 : 2;
    case 12:
        return w.u % 4 == 1 ? 1 : 2;
    case 13:
        return (w.u & w.u) == 0x101 ? 1 : 2;
    case 14:
        return 1u << (w.u & 31) & 1 ? 1 : 2;
    default:
        return 0;
    }
}
static int use(int form, union word w)
{
    char from[64] = {0}, to[64] = {0};
    switch (form) {
    case 15:
        return second_is(1, w.u) ? 1 : 2;
    case 16:
        return both().second.u & 1 ? 1 : 2;
    case 17:
        memset(to, 1, w.u & 7);
        return to[0];
    case 18:
        return from[w.u & 7];
    case 19:
        return heddle_choose(0, (int)(w.u & 7));
    case 20:
        return (0x200 | w.u) & 1 ? 1 : 2;
    case 21:
        return sign_of_long() ? 1 : 2;
    default:
        return 0;
    }
}
int main(void)
{
    int form = heddle_choose(0, 21);
    union word w = without(0x100, 0), below = without(0xffffff00, 0), top = without(0, 3);
    return order(form, w, below) + combine(form, w, top) + use(form, w);
}
