//: expect safe
/* What was written into an object before a release fence, or before another release store, is known to those who come after
 * that, also if the object itself gets to them by a relaxed store that comes later. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic(int *) first, second;
static atomic_int flag;
static void *reader(void *unused)
{
    int *p = atomic_load_explicit(&first, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    if (p)
        assert(*p == 1);
    if (atomic_load_explicit(&flag, memory_order_acquire)) {
        p = atomic_load_explicit(&second, memory_order_relaxed);
        if (p)
            assert(*p == 2);
    }
    return unused;
}
int main(void)
{
    pthread_t t;
    if (pthread_create(&t, NULL, reader, NULL))
        abort();
    int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    if (!p || !q)
        abort();
    *p = 1;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&first, p, memory_order_relaxed);
    *q = 2;
    atomic_store_explicit(&flag, 1, memory_order_release);
    atomic_store_explicit(&second, q, memory_order_relaxed);
    pthread_join(t, NULL);
    free(p);
    free(q);
    return 0;
}
