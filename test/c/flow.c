//: expect safe
// Recursion, loops, goto, switch, function pointers, static locals, variadic functions, floats.
#include <assert.h>
static int fib(int n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
static int even(unsigned n);
static int odd(unsigned n)
{
    return n ? even(n - 1) : 0;
}
static int even(unsigned n)
{
    return n ? odd(n - 1) : 1;
}
static int sw(int x)
{
    switch (x) {
    case -1:
        return 10;
    case 0:
    case 1:
        x += 5;
        break;
    case 7:
        x = 0;
    default:
        x += 2;
    }
    return x;
}
static int twice(int (*f)(int), int x)
{
    return f(f(x));
}
static int inc(int x)
{
    return x + 1;
}
static int counter(void)
{
    static int c = 10;
    return c++;
}
static int (*ops[])(int) = {inc, fib, sw};
static int sum(int n, ...)
{
    __builtin_va_list l;
    __builtin_va_start(l, n);
    int s = 0;
    for (int i = 0; i < n; i++)
        s += i % 2 ? (int)__builtin_va_arg(l, double) : __builtin_va_arg(l, int);
    __builtin_va_end(l);
    return s;
}
enum color { RED, GREEN = 5, BLUE };
int main(void)
{
    assert(fib(10) == 55);
    assert(even(10) && odd(7));
    assert(sw(-1) == 10 && sw(0) == 5 && sw(1) == 6 && sw(7) == 2 && sw(9) == 11);
    assert(twice(inc, 3) == 5 && twice(sw, 1) == 8);
    counter();
    assert(counter() == 11);
    assert(ops[0](4) == 5 && ops[1](6) == 8 && ops[2](0) == 5);
    assert(sum(4, 1, 2.5, 3, 4.9) == 10);
    int i = 0, n = 0;
again:
    if (i < 5) {
        i++;
        if (i == 3)
            goto again;
        n += i;
        goto again;
    }
    assert(n == 12);
    do {
        n--;
        if (n == 6)
            break;
    } while (n > 0);
    assert(n == 6);
    for (i = 0;; i++) {
        if (i % 2)
            continue;
        if (i > 8)
            break;
        n += i;
    }
    assert(n == 26);
    int x = 0;
    if (x && 1 / x)
        n = 0;
    assert(x || n);
    enum color c = GREEN;
    assert(c + 1 == BLUE);
    volatile int v = 3;
    v = v * v;
    assert(v == 9);
    int y = (n > 3, n + 1);
    assert(y == 27);
    unsigned char *bytes = (unsigned char *)&n;
    assert(bytes[0] == 26 && bytes[1] == 0);
    double d = 1.5;
    d = d * 2 + 1;
    assert(d == 4.0 && (int)(d / 3) == 1);
    float f = (float)d;
    assert(f > 3.9f && f < 4.1f);
    assert(!(d != d));
    unsigned u = (unsigned)d;
    assert(u == 4u && -d < 0);
    return 0;
}
