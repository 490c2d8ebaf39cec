//: expect bug assert
//: output assertion failed: atomic_load_explicit(&x, memory_order_relaxed) (memory model rc11)
// In an interleaving x is written when the value of the semaphore is 1.  But sem_getvalue puts nothing in order.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
static sem_t posted;

static void *post(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    sem_post(&posted);
    return unused;
}

int main(void)
{
    pthread_t t;
    int value;
    sem_init(&posted, 0, 0);
    pthread_create(&t, NULL, post, NULL);
    sem_getvalue(&posted, &value);
    if (value)
        assert(atomic_load_explicit(&x, memory_order_relaxed));
    pthread_join(t, NULL);
    return 0;
}
