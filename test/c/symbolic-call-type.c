//: expect bug call-type
//: options --engine=symbolic --property=assert,memory,lock,undefined
//: also --engine=explore
// One of the functions that a pointer leads to has a result of another type: nothing is done with that.
#include <heddle.h>

static int one(int n)
{
    return n;
}

static long other(long n)
{
    return n;
}

static struct pair {
    int a, b;
} both(int n)
{
    return (struct pair){n, n};
}

int main(void)
{
    static int (*const table[])(int) = {one, (int (*)(int))other, (int (*)(int))both};
    return table[heddle_choose(0, 2)](1) > 1;
}
