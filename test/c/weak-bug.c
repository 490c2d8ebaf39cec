//: expect bug assert 27
//: both
// What goes wrong in a sequentially consistent run is a bug, whatever the orders are.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int count;

static void *work(void *unused)
{
    int seen = atomic_load_explicit(&count, memory_order_acquire);
    atomic_store_explicit(&count, seen + 1, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&u, NULL, work, NULL);
    pthread_join(t, NULL), pthread_join(u, NULL);
    int done = count;
    /* lost */

    assert(done == 2);
    return 0;
}
