//: expect bug uninitialised 12
// A value that was never written is copied into a variable, which is right, and decides later,
// which is not.
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    int x = *p;
    int y = x;
    for (int k = 0; k < 2; k++)
        if (k && y == 7)
            abort();
    return 0;
}
//: also --engine=summarize
