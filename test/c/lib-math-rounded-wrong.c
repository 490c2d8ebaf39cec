//: expect bug assert 18
//: both
// A sum of parts that is not the whole: each thread adds its half without a lock.
#include <assert.h>
#include <math.h>
#include <pthread.h>

static _Atomic double sum;

static void *half(void *from)
{
    double part = *(double *)from == 0 ? 1 - cos(1) : cos(1) - cos(2), seen = sum;
    sum = seen + part;
    return 0;
}
static void check(void)
{
    assert(fabs(sum - (1 - cos(2))) < 1e-9);
}
int main(void)
{
    static double from[2] = {0, 1};
    pthread_t a, b;
    pthread_create(&a, 0, half, &from[0]);
    pthread_create(&b, 0, half, &from[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    check();
    return 0;
}
