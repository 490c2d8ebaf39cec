//: prove failed --int=math
//: failed f access 8 the assertion may fail: (a & b) == a
// Of the bits of mathematical numbers nothing is known.
#include <assert.h>
int memory;
void f(int a, int b)
{
    assert((a & b) == a);
}
