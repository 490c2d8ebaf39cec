//: expect unknown
// The same without a bug: the verdict cannot be safe.
#include <stdlib.h>

int main(void)
{
    char *p = malloc(1UL << 40);
    free(p);
    return 0;
}
