//: rc11 bug race
//: c11 bug race
// An update after a plain write leaves no room for another one in between. Who does not know of the plain write can still update what was there
// before that, and races with it, though whoever reads what was updated knows of it. GenMC 0.11 finds this race, too.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, ready;

static void *work(void *unused)
{
    atomic_init(&x, 1);
    atomic_exchange_explicit(&x, 2, memory_order_acq_rel);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    if (atomic_load_explicit(&ready, memory_order_relaxed))
        atomic_exchange_explicit(&x, 3, memory_order_acquire);
    pthread_join(t, NULL);
    return 0;
}
