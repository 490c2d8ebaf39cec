//: expect safe
//: options --engine=summarize
// A recursion without end through another name of a function, through a table, or through a member is no endless action.
#include <heddle.h>

static int down(int n);
static int first(int n), third(int n);
static int other(int n) __attribute__((alias("down")));
static int (*const table[2])(int) = {third, third};
static const struct {
    int n;
    int (*f)(int);
} row[2] = {{1, third}, {2, first}};

static int down(int n)
{
    return other(n);
}
static int first(int n)
{
    return table[1](n);
}
static int third(int n)
{
    return row[1].f(n);
}
int main(void)
{
    return heddle_choose(0, 1) ? down(3) : first(3);
}
