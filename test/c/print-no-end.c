//: expect bug bounds 10
// A string that is printed is read up to its end; here it has none.
#include <stdio.h>

static char name[3] = {'a', 'b', 'c'};

int main(void)
{
    printf("%.3s\n", name);
    printf("%s has %d\n", name, 1);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
