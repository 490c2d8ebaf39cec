//: expect bug freed 10
//: both
// After realloc the old pointer is stale.
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p), *q = p;
    p = realloc(p, 2 * sizeof *p);
    *q = 1;
    free(p);
    return 0;
}
//: also --engine=summarize
