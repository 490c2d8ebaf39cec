//: expect bug division 7
#include <heddle.h>

int main(void)
{
    int n = (int)heddle_choose(0, 2);
    return 6 / n;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=summarize
