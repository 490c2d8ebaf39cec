//: expect unknown
//: options --engine=modular --property=assert,memory,lock --memory-model=sc
// The assertion fails.  The bytes of `a` are written in two ways, so modular begins again without them: what it then makes of
// `c` must be another variable than `b`.
#include <assert.h>

int a[4], b, c;

int main(void)
{
    a[0] = 1;
    b = 1;
    ((char *)a)[1] = 2;
    c = 2;
    b = c + 1;
    assert(b == 7);
    return 0;
}
