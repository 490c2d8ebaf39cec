//: rc11 safe
// Peterson's lock with seq_cst accesses, loops that wait, and a relaxed counter: finitely many states.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int wants[2], turn, rounds;
static int inside;

static void run(int me)
{
    atomic_store(&wants[me], 1);
    atomic_store(&turn, !me);
    while (atomic_load(&wants[!me]) && atomic_load(&turn) == !me)
        ;
    assert(++inside == 1);
    inside--;
    atomic_store_explicit(&wants[me], 0, memory_order_release);
    atomic_fetch_add_explicit(&rounds, 1, memory_order_relaxed);
}

static void *left(void *unused)
{
    run(0);
    return unused;
}

static void *right(void *unused)
{
    run(1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, left, NULL);
    pthread_create(&b, NULL, right, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
