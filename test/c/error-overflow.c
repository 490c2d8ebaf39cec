//: expect bug overflow 8
//: options --overflow
#include <limits.h>

int main(void)
{
    int n = INT_MAX;
    n++;
    return n == 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=bound
//: also --engine=cegar --property=assert
