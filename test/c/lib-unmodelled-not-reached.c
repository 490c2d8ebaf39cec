//: expect safe
//: both
// A function without a body and a model that is never called.
#include <stdio.h>

static int never;

int main(void)
{
    if (never)
        return fopen("file", "r") == NULL;
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=bound
