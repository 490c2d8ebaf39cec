//: expect safe
//: both
//: also --engine=symbolic --property=assert
// Which of the functions is called through a pointer is told apart, what each does and returns, and what each has as its own.
#include <assert.h>
#include <heddle.h>

static int calls[3], last;

static int first(int x)
{
    calls[0]++;
    last = 1;
    return x;
}

static int second(int x)
{
    calls[1]++;
    last = 2;
    return x + 10;
}

static int third(int x)
{
    calls[2]++;
    last = 3;
    return first(x) + 20;
}

int main(void)
{
    static int (*const table[])(int) = {first, second, third};
    int which = (int)heddle_choose(0, 2);
    int got = table[which](1);
    assert(got == (which == 0 ? 1 : which == 1 ? 11 : 21));
    assert(calls[0] == (which != 1) && calls[1] == (which == 1) && calls[2] == (which == 2));
    assert(last == (which == 1 ? 2 : 1));
    return 0;
}
