//: expect bug uninitialised 8
#include <heddle.h>

int main(void)
{
    int n, *p = &n;
    if (heddle_choose(0, 1))
        return *p > 1 ? 1 : 0;
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
