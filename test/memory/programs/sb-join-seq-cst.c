//: sc safe
//: tso safe
//: rc11 safe
// Store buffering with seq_cst accesses, where one side waits for the thread that stores: its end comes before the return of
// pthread_join. GenMC 0.11 has no such execution either.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y, other;
static int saw_x, saw_y;

static void *store(void *unused)
{
    atomic_store(&x, 1);
    return unused;
}

static void *b(void *unused)
{
    atomic_store(&y, 1);
    saw_x = atomic_load(&x);
    atomic_store_explicit(&other, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, b, NULL);
    pthread_create(&t[1], NULL, store, NULL);
    pthread_join(t[1], NULL);
    saw_y = atomic_load(&y);
    pthread_join(t[0], NULL);
    assert(saw_x || saw_y);
    return 0;
}
