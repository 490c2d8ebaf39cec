//: expect bug no-return 14
#pragma clang diagnostic ignored "-Wreturn-type"
#include <stdlib.h>
static int compare(const void *a, const void *b)
{
    if (*(const int *)a < *(const int *)b)
        return -1;
    if (*(const int *)a > *(const int *)b)
        return 1;
}
static int v[3] = {2, 2, 1};
int main(void)
{
    qsort(v, 3, sizeof *v, compare);
    return 0;
}
