//: prove failed
//: failed compares access 10 the assertion may fail: u > 0x7fffffffu ? u < 5u : 1
//: failed widens access 14 the assertion may fail: (unsigned long)i < 0x100000000ul
//: failed shifts access 18 the assertion may fail: i >> 1 >= 0
// Comparisons of unsigned numbers, what becomes of the sign in a wider type, shifts to the right.
#include <assert.h>

void compares(unsigned u)
{
    assert(u > 0x7fffffffu ? u < 5u : 1);
}
void widens(int i)
{
    assert((unsigned long)i < 0x100000000ul);
}
void shifts(int i)
{
    assert(i >> 1 >= 0);
}
