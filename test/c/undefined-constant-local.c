//: expect bug constant 10
//: both
// A variable of a function is in a register, and written by its name.
#include <assert.h>

int main(void)
{
    const int x = 1, y = 2;
    assert(y == 2);
    *(int *)&x = 2;
    return x;
}
//: also --engine=symbolic --property=assert,memory,lock
