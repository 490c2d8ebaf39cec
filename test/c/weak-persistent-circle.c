//: expect bug assert 19
//: options --engine=explore --memory-model=rc11
// Whoever goes round for ever, and is of no interest to the others, must not go first for ever.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *round_and_round(void *unused)
{
    for (int turn = 0;; turn = (turn + 1) % 3)
        if (atomic_fetch_or_explicit(&x, 0, memory_order_relaxed) > turn)
            return unused;
}

static void *other(void *unused)
{
    assert(atomic_fetch_add_explicit(&y, 1, memory_order_relaxed) < 1);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, round_and_round, NULL);
    pthread_create(&t, NULL, other, NULL);
    pthread_create(&t, NULL, other, NULL);
    pthread_exit(NULL);
}
