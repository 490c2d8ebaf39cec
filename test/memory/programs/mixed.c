//: sc safe
//: rc11 bug limit
// A part of an atomic object: a limit, and no guess.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static union {
    atomic_int whole;
    atomic_char part;
} both;

static void *work(void *unused)
{
    atomic_store_explicit(&both.whole, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    assert(atomic_load_explicit(&both.part, memory_order_relaxed) < 2);
    pthread_join(a, NULL);
    return 0;
}
