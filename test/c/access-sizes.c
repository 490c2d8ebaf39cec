//: expect bug bounds
//: options --all-errors --property=memory
//: errors 12
// Each reads or writes past the end, by one byte or by more: objects of each size, accesses of each width. test/cli/each-size.test asks
// every engine about each of them by itself; `access-sizes-right.c` has what just fits.
#include <heddle.h>
#pragma clang diagnostic ignored "-Warray-bounds"

static _Alignas(8) char one[1], two[2], three[3], four[4], five[5], six[6], seven[7];
static _Alignas(8) char many[16];

int main(void)
{
    switch (heddle_choose(0, 11)) {
    case 0:
        return *(short *)(void *)one;
    case 1:
        return *(int *)(void *)one;
    case 2:
        return *(int *)(void *)two;
    case 3:
        return *(int *)(void *)three;
    case 4:
        return (int)*(long *)(void *)three;
    case 5:
        return (int)*(long *)(void *)four;
    case 6:
        *(long *)(void *)five = 0;
        break;
    case 7:
        *(long *)(void *)six = 0;
        break;
    case 8:
        *(long *)(void *)seven = 0;
        break;
    case 9:
        return *(int *)(void *)(five + 4);
    case 10:
        return many[16];
    case 11:
        return (int)*(long *)(void *)(many + 16);
    }
    return 0;
}
