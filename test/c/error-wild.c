//: expect bug wild 8
#include <stdint.h>

int main(void)
{
    uintptr_t number = 0x1000;
    int *p = (int *)number;
    return *p;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=summarize
