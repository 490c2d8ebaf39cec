//: prove unknown
//: unknown there is no proof yet for a loop that is jumped into
// A loop with two ways in: what is known where it begins is not true of those who jump into it.
#include <assert.h>

void f(int c, int n)
{
    int i = 0;
    if (c)
        goto inside;
    while (i < n) {
        i = 5;
    inside:
        i = 7;
    }
    assert(c || i == 0);
}
