//: prove failed
//: failed f access 6 the assertion may fail: c
#include <assert.h>
void f(int c)
{
    assert(c);
}
