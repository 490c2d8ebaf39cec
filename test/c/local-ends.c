//: expect bug assert 15
//: options --property=assert
// Between the last thing that a function does and the end of its variables another thread that
// knows one of them can run.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int done;

static void *use(void *number)
{
    pthread_t *there = number;
    if (done && *there)
        assert(0);
    return 0;
}
static void start(pthread_t *copy)
{
    pthread_t own;
    pthread_create(&own, 0, use, &own);
    *copy = own;
    done = 1;
}
int main(void)
{
    pthread_t t;
    start(&t);
    pthread_join(t, 0);
    return 0;
}
