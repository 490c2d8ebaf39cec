//: sc safe
//: rc11 bug limit
// An atomic object of two words: a limit, and no guess.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

typedef struct {
    long a, b;
} Pair;
static _Atomic Pair pair;

static void *work(void *unused)
{
    atomic_store_explicit(&pair, ((Pair){1, 1}), memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    Pair seen = atomic_load_explicit(&pair, memory_order_relaxed);
    assert(seen.a == seen.b);
    pthread_join(a, NULL);
    return 0;
}
