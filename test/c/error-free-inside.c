//: expect bug wild 7
#include <stdlib.h>

int main(void)
{
    char *p = malloc(4);
    free(p + 1);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
