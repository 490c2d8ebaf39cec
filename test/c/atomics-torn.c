//: expect bug assert 26
//: both
// An atomic load and an atomic store are not one atomic increment.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int n;

static void *add(void *argument)
{
    int old = atomic_load(&n);
    atomic_store(&n, old + 1);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    /* one increment may be lost */

    assert(n == 2);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
