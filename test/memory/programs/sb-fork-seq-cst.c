//: sc safe
//: tso safe
//: rc11 safe
// Store buffering with seq_cst accesses, where a thread is made between the two of one side: pthread_create comes before the beginning
// of the thread, so the store strongly happens before the load (C++20, intro.races). GenMC 0.11 has no such execution either.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y, other;
static int saw_x, saw_y;

static void *load(void *unused)
{
    saw_y = atomic_load(&y);
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
    atomic_store(&x, 1);
    pthread_create(&t[1], NULL, load, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    assert(saw_x || saw_y);
    return 0;
}
