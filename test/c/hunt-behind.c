// An error behind 10000 rounds of a loop.
//: expect bug assert 20
//: slow
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int turns, stop;
static void *count(void *arg)
{
    for (int i = 0; i < 10000; i++)
        atomic_fetch_add(&turns, 1);
    stop = 1;
    return arg;
}
static void *watch(void *arg)
{
    for (int i = 0; i < 10000; i++)
        if (stop)
            break;
    assert(turns != 10000 || !stop); /* behind all of them */
    return arg;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, count, NULL);
    pthread_create(&b, NULL, watch, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
