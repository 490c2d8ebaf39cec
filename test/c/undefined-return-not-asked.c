//: expect unknown
//: options --property=assert
//: output is used at line 14, and taken as zero
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
