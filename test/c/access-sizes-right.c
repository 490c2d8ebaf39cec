//: expect safe
//: also --engine=symbolic --property=memory
// Each reads or writes up to the end: `access-sizes.c` has what does not fit.
#include <heddle.h>

static _Alignas(8) char one[1], two[2], four[4], five[5], eight[8], many[16];

int main(void)
{
    switch (heddle_choose(0, 6)) {
    case 0:
        return one[0];
    case 1:
        return *(short *)(void *)two;
    case 2:
        return *(int *)(void *)four;
    case 3:
        return five[4] + *(int *)(void *)five;
    case 4:
        *(long *)(void *)eight = 0;
        break;
    case 5:
        *(int *)(void *)(eight + 4) = 0;
        break;
    case 6:
        return (int)*(long *)(void *)(many + 8);
    }
    return 0;
}
