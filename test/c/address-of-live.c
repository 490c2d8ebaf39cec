//: expect safe
//: both
// Objects that are there at the same time have different addresses; what was freed can be compared
// with null, and with itself.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(1), *q = malloc(1);
    assert(p && q && p != q && p + 1 != q + 1);
    free(p);
    free(q);
    p = malloc(2);
    q = p + 2;
    assert(p != q && q - 2 == p);
    free(p);
    return 0;
}
//: also --engine=bound
