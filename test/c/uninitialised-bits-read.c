//: expect bug uninitialised 16
//: both
/* The field beside the one that was written was not. */
#include <stdlib.h>
struct B {
    unsigned low : 3, high : 5;
};
int main(void)
{
    struct B *b = malloc(sizeof *b);
    int seen = 0;
    if (!b)
        return 1;
    b->low = 5;
    struct B copy = *b;
    if (copy.high)
        seen = 1;
    free(b);
    return seen;
}
