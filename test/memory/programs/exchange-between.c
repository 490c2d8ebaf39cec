//: rc11 bug assert
// Z6.U: the exchange in the middle acquires what the first thread has released, and comes before the store of the third
// in modification order; still the third need not see x, since that order starts from a release store, not a seq_cst one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int got, after, saw_x;

static void *first(void *unused)
{
    atomic_store(&x, 1);
    atomic_store_explicit(&y, 1, memory_order_release);
    return unused;
}

static void *second(void *unused)
{
    got = atomic_fetch_add(&y, 1);
    after = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

static void *third(void *unused)
{
    atomic_store(&y, 3);
    saw_x = atomic_load(&x);
    return unused;
}

int main(void)
{
    void *(*const start[])(void *) = {first, second, third};
    pthread_t t[3];
    for (int k = 0; k < 3; k++)
        pthread_create(&t[k], NULL, start[k], NULL);
    for (int k = 0; k < 3; k++)
        pthread_join(t[k], NULL);
    assert(!(got == 1 && after == 3 && !saw_x));
    return 0;
}
