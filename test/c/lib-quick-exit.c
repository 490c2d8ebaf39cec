// quick_exit runs its own functions, the last one first, and not those of atexit.
//: expect safe
#include <assert.h>
#include <stdlib.h>

static int step;

static void first(void)
{
    assert(step == 2);
}

static void last(void)
{
    assert(step++ == 1);
}

static void never(void)
{
    abort();
}

int main(void)
{
    atexit(never);
    at_quick_exit(first);
    at_quick_exit(last);
    step = 1;
    quick_exit(0);
}
