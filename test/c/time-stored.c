//: expect bug assert 21
// The difference is printed, but something depends on it, too: through memory and arithmetic.
#include <assert.h>
#include <stdio.h>
#include <time.h>

static long spent[2];

static void measure(int k, const struct timespec *begin)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    spent[k] = (now.tv_sec - begin->tv_sec) / 60;
    printf("%ld minutes\n", spent[k]);
}

static void check(double limit)
{
    double most = (double)spent[0] / 2;
    if (most > limit)
        assert(0);
}

int main(void)
{
    struct timespec begin;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    measure(0, &begin);
    check(100);
    return 0;
}
