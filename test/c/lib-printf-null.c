//: expect bug null 10
//: both
// printf of a null string.
#include <stddef.h>
#include <stdio.h>

int main(void)
{
    const char *s = NULL;
    printf("%s\n", s);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
