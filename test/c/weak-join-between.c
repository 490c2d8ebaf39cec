//: expect bug assert 33
/* Who reads between two joins does not know yet what the second thread knew at its end, though that has ended before. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x, y;
static void *one(void *unused)
{
    if (!atomic_load_explicit(&y, memory_order_relaxed))
        abort();
    return unused;
}
static void *two(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    return unused;
}
int main(void)
{
    pthread_t t, u;
    if (pthread_create(&u, NULL, two, NULL))
        abort();
    while (!atomic_load_explicit(&y, memory_order_relaxed))
        continue;
    if (pthread_create(&t, NULL, one, NULL))
        abort();
    pthread_join(t, NULL);
    int early = atomic_load_explicit(&x, memory_order_relaxed);
    pthread_join(u, NULL);
    int late = atomic_load_explicit(&x, memory_order_relaxed);
    assert(late == 1 && early == 1);
    return 0;
}
