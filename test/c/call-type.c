//: expect bug call-type
//: options --all-errors
//: errors 12
// Functions are called as functions of another type: `call-type-right.c` has what is allowed.
#include <heddle.h>
#include <stdlib.h>
#pragma clang diagnostic ignored "-Wcast-function-type-mismatch"

typedef void (*Any)(void);
struct small {
    char text[40];
};
struct large {
    char text[48];
};

static long wide(long x)
{
    return 2 * x;
}

static int narrow(char x)
{
    return x;
}

static int one(int x)
{
    return x;
}

static int real(double x)
{
    return x > 0;
}

static int address(int *x)
{
    return x == NULL;
}

static void nothing(int x)
{
    (void)x;
}

static double half(int x)
{
    return x / 2.0;
}

static int count(int n, ...)
{
    return n;
}

static int last(struct large s)
{
    return s.text[47];
}

static void no_order(const void *a, const void *b)
{
    (void)a, (void)b;
}

static Any volatile tables[] = {(Any)wide, (Any)narrow,  (Any)one,  (Any)real, (Any)address,
                                (Any)last, (Any)nothing, (Any)half, (Any)count};

int main(void)
{
    int which = (int)heddle_choose(0, 11), sum = 0, pair[] = {2, 1};
    Any f = which < 9 ? tables[which] : NULL;
    struct small s = {"short"};
    switch (which) {
    case 0:
    case 1:
    case 3:
    case 4:
    case 6:
    case 7:
        sum = ((int (*)(int))f)(1);
        break;
    case 2:
        sum = ((int (*)(int, int))f)(1, 2);
        break;
    case 5:
        sum = ((int (*)(struct small))f)(s);
        break;
    case 8:
        sum = ((int (*)(int, int))f)(1, 2);
        break;
    case 9:
        sum = ((int (*)(int))real)(1); /* clang knows the function */
        break;
    case 10:
        ((void (*)(long, long))one)(1, 2);
        break;
    default:
        qsort(pair, 2, sizeof *pair, (int (*)(const void *, const void *))no_order);
    }
    return sum;
}
