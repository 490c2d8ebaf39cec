//: expect safe
//: options --engine=summarize
// A recursion that does not end is not an endless action, as a loop is not: it never comes back.
#include <assert.h>
#include <heddle.h>

static int odd(int n);

static int even(int n)
{
    return n == 0 ? 1 : odd(n == 9 ? 9 : n - 1);
}

static int odd(int n)
{
    return n == 0 ? 0 : even(n == 9 ? 9 : n - 1);
}

int main(void)
{
    int n = (int)heddle_choose(0, 9);
    int is_even = even(n);
    assert(n != 9);
    assert(is_even == (n % 2 == 0));
    return 0;
}
