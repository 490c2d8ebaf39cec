//: expect bug uninitialised
//: options --all-errors --property=memory --data-model=ILP32
//: errors 5
// Words of 32 bits: what was not written in the second one, in a half of it, or in the second half of a number of 64 bits.
#include <heddle.h>
#include <stdlib.h>

static int second(void)
{
    int *p = malloc(2 * sizeof *p);
    p[0] = 1;
    return p[1] ? 1 : 2;
}
static int half(void)
{
    short *p = malloc(4 * sizeof *p);
    p[0] = p[1] = p[2] = 1;
    return p[3] ? 1 : 2;
}
static int byte(void)
{
    unsigned char *p = malloc(8);
    for (int k = 0; k < 7; k++)
        p[k] = 1;
    return *(unsigned *)(void *)(p + 4) > 0x1ffffff ? 1 : 2;
}
static int wide(void)
{
    int *p = malloc(2 * sizeof *p);
    p[0] = 1;
    return *(long long *)(void *)p >> 32 ? 1 : 2;
}
static int sign(void)
{
    int *p = malloc(2 * sizeof *p);
    p[0] = 1;
    return *(long long *)(void *)p < 0 ? 1 : 2;
}
int main(void)
{
    switch (heddle_choose(0, 4)) {
    case 0:
        return second();
    case 1:
        return half();
    case 2:
        return byte();
    case 3:
        return wide();
    default:
        return sign();
    }
}
