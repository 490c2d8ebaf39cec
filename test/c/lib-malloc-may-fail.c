//: expect bug null 10
//: both
//: options --malloc-may-fail
// With --malloc-may-fail, malloc does.
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    return 0;
}
//: also --engine=bound
