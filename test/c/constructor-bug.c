//: expect bug assert 26
//: both
// A destructor finds that a handler ran before it.
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
    assert(order == 1234);
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
//: also --engine=summarize
