//: expect unknown
//: options --property=assert
//: output call of a function as one of another type
// The program has no memory at all.
#include <assert.h>

static long twice(long x)
{
    return 2 * x;
}

int main(void)
{
    int (*f)(int) = (int (*)(int))twice;
    assert(f(2) == 4);
    return 0;
}
