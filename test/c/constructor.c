//: expect safe
//: both
// Constructors run before main, by their priorities; destructors after all else.
#include <assert.h>
#include <stdlib.h>

static int order;

__attribute__((constructor(200))) static void second(void)
{
    order = order * 10 + 2;
}

__attribute__((constructor)) static void third(void)
{
    order = order * 10 + 3;
}

__attribute__((constructor(150))) static void first(void)
{
    order = order * 10 + 1;
}

__attribute__((destructor)) static void last(void)
{
    assert(order == 12345);
}

static void handler(void)
{
    order = order * 10 + 5;
}

int main(void)
{
    assert(order == 123);
    atexit(handler);
    order = order * 10 + 4;
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
