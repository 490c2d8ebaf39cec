//: expect safe
//: options --engine=summarize
// A procedure that begins with a call, of a procedure that begins with a call.
#include <assert.h>

static int inc(int x)
{
    return x + 1;
}

static int once(int (*f)(int), int x)
{
    return f(x);
}

static int twice(int (*f)(int), int x)
{
    return once(f, once(f, x));
}

int main(void)
{
    assert(twice(inc, 3) == 5);
    return 0;
}
