//: expect bug race 16
/* Of an object only what was written before the fence is known to others: the field b is written behind it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct pair {
    int a, b;
};
static _Atomic(struct pair *) shared;
static void *reader(void *unused)
{
    struct pair *p = atomic_load_explicit(&shared, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    if (p) {
        int a = p->a; /* in order */
        int b = p->b;
        return a == b ? unused : NULL;
    }
    return unused;
}
int main(void)
{
    pthread_t t;
    if (pthread_create(&t, NULL, reader, NULL))
        abort();
    struct pair *p = malloc(sizeof *p);
    if (!p)
        abort();
    p->a = 1;
    atomic_thread_fence(memory_order_release);
    p->b = 1;
    atomic_store_explicit(&shared, p, memory_order_relaxed);
    pthread_join(t, NULL);
    free(p);
    return 0;
}
