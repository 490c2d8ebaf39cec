//: expect unknown
//: output unknown-missing-callback.c:10: call of `order`, which has no body and no model in heddle
// The library calls it: the line is that of the user's call.
#include <stdlib.h>
int order(const void *, const void *);
static int v[] = {3, 1, 2};

int main(void)
{
    qsort(v, 3, sizeof *v, order);
    return v[0];
}
