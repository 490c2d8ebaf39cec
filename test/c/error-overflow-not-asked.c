//: expect safe
#include <limits.h>

int main(void)
{
    int n = INT_MAX;
    n++;
    return n == 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=summarize
//: also --engine=cegar --property=assert
