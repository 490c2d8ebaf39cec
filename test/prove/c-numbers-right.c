//: prove proved
#include <assert.h>

void compares(unsigned u)
{
    assert(u > 0x7fffffffu ? u > 5u : 1);
}
void widens(unsigned i)
{
    assert((unsigned long)i < 0x100000000ul);
}
void shifts(int i)
{
    assert(i < 0 || i >> 1 >= 0);
}
int memory; /* what heddle takes for C */
