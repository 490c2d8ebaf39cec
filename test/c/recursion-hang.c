//: expect bug hang 16
// Behind a recursion somebody spins for ever.
#include <pthread.h>
#include <stdatomic.h>
atomic_int go, x;
static void deep(int n)
{
    if (n) {
        atomic_fetch_add(&x, 1);
        deep(n - 1);
        atomic_fetch_sub(&x, 1);
    }
}
static void *work(void *u)
{
    while (!atomic_load(&go)) {
    }
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    deep(3);
    pthread_join(t, 0);
    return 0;
}
