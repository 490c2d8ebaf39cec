//: prove unknown --property=memory
//: unknown some block of this type may be too small for it
// A block of no bytes has no first element.
#include <stdlib.h>

int first(void)
{
    int *p = malloc(0);
    if (!p)
        return 0;
    p[0] = 1;
    int r = p[0];
    free(p);
    return r;
}
