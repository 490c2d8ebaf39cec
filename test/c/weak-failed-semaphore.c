//: expect bug assert
// The order of the relaxed accesses relies on a semaphore that is tried in vain, which puts nothing in order.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t s;
static atomic_int x;

static void *work(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    sem_wait(&s);
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&s, 0, 1);
    pthread_create(&t, NULL, work, NULL);
    if (sem_trywait(&s) != 0)
        assert(atomic_load_explicit(&x, memory_order_relaxed) == 1);
    else
        sem_post(&s);
    pthread_join(t, NULL);
    return 0;
}
