//: expect bug race
//: output `maker` allocates it in line 21;
// Memory that a function of the library allocates, which is written in C itself: the line is that of its call, and not that in
// which the step of the thread begins.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *other(void *unused)
{
    int *p = atomic_load_explicit(&shared, memory_order_acquire);
    if (p)
        *p = 1;
    return unused;
}

static void *maker(void *unused)
{
    int *p = aligned_alloc(16, 16);
    atomic_store_explicit(&shared, p, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, maker, NULL);
    pthread_create(&b, NULL, other, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
