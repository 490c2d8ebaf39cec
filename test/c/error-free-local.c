//: expect bug wild 7
#include <stdlib.h>

static void drop(int *p)
{
    if (*p == 1)
        free(p);
}

int main(void)
{
    int x = 1;
    drop(&x);
    exit(0);
}
//: also --engine=symbolic --property=assert,memory,lock
