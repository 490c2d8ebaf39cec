//: expect bug uninitialised 8
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p), result = 0;
    int copy = *p;
    if (*p)
        result = 1;
    free(p);
    (void)copy;
    return result;
}
