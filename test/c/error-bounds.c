//: expect bug bounds 9
#include <heddle.h>

static int cell[3];

int main(void)
{
    int i = (int)heddle_choose(0, 3);
    cell[i] = 1;
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
