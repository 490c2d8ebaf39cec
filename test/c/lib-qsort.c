//: expect safe
//: both
// qsort calls the function that it is given.
#include <assert.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    int a[4] = {3, 1, 2, 0}, key = 2;
    qsort(a, 4, sizeof *a, compare);
    for (int k = 0; k < 4; k++)
        assert(a[k] == k);
    assert(bsearch(&key, a, 4, sizeof *a, compare) == &a[2]);
    return 0;
}
