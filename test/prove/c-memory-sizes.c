//: prove unknown --property=memory
//: unknown some block of this type may be too small for it
// Blocks and arrays that may be too small for their first element, or for its second member.
#include <stdlib.h>

struct pair {
    int first, second;
};

int of_words(unsigned n)
{
    int *p = malloc(n * sizeof *p);
    if (!p)
        return 0;
    p[0] = 1;
    int r = p[0];
    free(p);
    return r;
}

int of_bytes(unsigned n)
{
    struct pair *p = malloc(n);
    p->second = 1;
    int r = p->second;
    free(p);
    return r;
}

int on_the_stack(int n)
{
    if (n < 0 || n > 3)
        return 0;
    int a[n];
    a[0] = 3;
    return a[0];
}
