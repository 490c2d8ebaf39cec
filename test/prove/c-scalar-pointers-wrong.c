//: prove failed
// Two pointers may be the same.
#include <assert.h>

void f(int *a, int *b)
{
    *a = 1;
    *b = 2;
    assert(*a == 1);
}
