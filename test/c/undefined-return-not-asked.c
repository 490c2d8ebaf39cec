//: expect unknown
//: options --property=assert
//: output undefined-return-not-asked.c:14: the value of a function that ended without `return` is
#include <assert.h>

int sign(int x)
{
    if (x)
        return 1;
}

int main(void)
{
    assert(sign(0) != 7);
    return 0;
}
