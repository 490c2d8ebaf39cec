//: expect bug assert
//: output assertion failed: !(first == 2 && second == 1) (memory model rc11)
// Updates write 1 again and again.  The 2 may come before all of them in modification order though
// the flag says that it is written last: whoever judges the run must count all of the updates.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, flag;

static void *update(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    for (int i = 0; i < 3; i++)
        atomic_exchange_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

static void *store(void *unused)
{
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        atomic_store_explicit(&x, 2, memory_order_relaxed);
        int first = atomic_load_explicit(&x, memory_order_relaxed);
        int second = atomic_load_explicit(&x, memory_order_relaxed);
        assert(!(first == 2 && second == 1));
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, update, NULL);
    pthread_create(&b, NULL, store, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
