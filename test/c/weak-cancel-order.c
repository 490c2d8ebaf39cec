//: expect bug assert
//: output assertion failed: atomic_load_explicit(&x, memory_order_relaxed) (memory model rc11)
// A thread that is cancelled need not see what was written before pthread_cancel.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void look(void *unused)
{
    (void)unused;
    assert(atomic_load_explicit(&x, memory_order_relaxed));
}

static void *run(void *unused)
{
    pthread_cleanup_push(look, NULL);
    for (;;)
        pthread_testcancel();
    pthread_cleanup_pop(0);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    pthread_cancel(t);
    pthread_join(t, NULL);
    return 0;
}
