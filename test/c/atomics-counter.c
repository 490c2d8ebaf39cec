//: expect safe
//: both
// Atomic increments are not lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int n;

static void *twice(void *argument)
{
    atomic_fetch_add(&n, 1);
    n++;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, twice, 0);
    pthread_create(&b, 0, twice, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(n == 4);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
