//: expect bug double-free 8
#include <stdlib.h>

int main(void)
{
    char *p = malloc(4), *q = p;
    free(p);
    free(q);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=bound
