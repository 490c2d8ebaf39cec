//: expect bug alignment 9
// Stores must be aligned, not only loads.
#include <stdlib.h>
int main(void)
{
    char *b = malloc(16);
    if (!b)
        return 0;
    *(int *)(b + 1) = 5;
    free(b);
    return 0;
}
