//: expect bug undefined 16
//: output the length of an array is zero or negative
//: both
// An array of as many rows as there are, and there are none.
#include <assert.h>

static int count(int rows, unsigned char columns)
{
    int cell[rows][columns];
    cell[rows - 1][columns - 1] = 1;
    return (int)(sizeof cell / sizeof cell[0][0]);
}

static int last(int length)
{
    char text[length];
    return (int)sizeof text;
}

int main(void)
{
    assert(count(2, 200) == 400);
    assert(last(1) == 1);
    return last(0) == 1;
}
