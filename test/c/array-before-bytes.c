//: expect bug bounds 13
// An array of several elements has an end, also where bytes follow it in its struct.
#include <stdlib.h>
struct name {
    char first[4];
    char last[4];
};
int main(void)
{
    struct name *p = malloc(sizeof *p);
    volatile int z = 0;
    int k = z;
    p->first[4 + k] = 'x';
    free(p);
    return 0;
}
