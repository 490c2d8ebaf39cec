//: expect bug bounds 8
#include <stdlib.h>

int main(void)
{
    long *p = malloc(2 * sizeof *p);
    p[0] = 1;
    return (int)p[-1];
}
//: also --engine=symbolic --property=assert,memory,lock
