//: expect bug race
//: options --engine=explore --property=race --all-errors
//: output 4 errors, reached by
// One thread touches a number, another one its last byte, or the last byte of what it reaches into: it does not matter which of both comes
// first, and which one writes.
#include <heddle.h>
#include <pthread.h>

static long a, b, c, d;
static int form, out;

static void whole(long *number)
{
    *number = 1;
}
static void last(long *number)
{
    out = ((char *)number)[7];
}
static void *work(void *unused)
{
    if (form == 0)
        whole(&a);
    else if (form == 1)
        ((char *)&b)[7] = 1;
    else if (form == 2)
        ((char *)&c)[7] = 1;
    else
        ((int *)&d)[1] = 1;
    return unused;
}
int main(void)
{
    pthread_t t;
    form = heddle_choose(0, 3);
    pthread_create(&t, 0, work, 0);
    if (form == 0)
        last(&a);
    else if (form == 1)
        whole(&b);
    else if (form == 2)
        out = (int)c;
    else
        out = ((char *)&d)[7];
    pthread_join(t, 0);
    return out;
}
