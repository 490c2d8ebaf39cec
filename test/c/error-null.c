//: expect bug null 8
#include <heddle.h>
#include <stddef.h>

int main(void)
{
    int n = 1, *p = heddle_choose(0, 1) ? &n : NULL;
    return *p;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=bound
