// A function that calls itself without end.
//: expect bug stack-overflow 9
//: output `count` is called within itself until 10000 calls are open (--stack-limit)
//: recursive
#include <assert.h>

static int count(int n)
{
    return 1 + count(n + 1); /* nobody asks whether it is enough */
}

int main(void)
{
    assert(count(0) > 0);
}
