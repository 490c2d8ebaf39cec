//: expect bug uninitialised 9
// Copied into a variable, and decides there at once.
#include <stdlib.h>

int main(void)
{
    int *p = malloc(2 * sizeof *p);
    p[0] = 3;
    int x = p[1];
    if (x > p[0])
        return 1;
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
