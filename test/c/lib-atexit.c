//: expect bug assert 11
//: both
// exit runs the handlers, the last one first.
#include <assert.h>
#include <stdlib.h>

static int x;

static void first(void)
{
    assert(x != 2);
}

static void second(void)
{
    x = 2;
}

int main(void)
{
    atexit(first);
    atexit(second);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
