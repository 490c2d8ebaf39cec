//: expect safe
//: options --lock-leaks
// Locks of all kinds, taken and given back in all ways.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static int ready;

static void *run(void *unused)
{
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    pthread_rwlock_rdlock(&rw);
    pthread_rwlock_unlock(&rw);
    if (pthread_rwlock_trywrlock(&rw) == 0)
        pthread_rwlock_unlock(&rw);
    if (pthread_spin_trylock(&spin) == 0)
        pthread_spin_unlock(&spin);
    pthread_exit(unused);
}

int main(void)
{
    pthread_t t;
    pthread_spin_init(&spin, 0);
    pthread_create(&t, NULL, run, NULL);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_spin_lock(&spin);
    pthread_spin_unlock(&spin);
    pthread_join(t, NULL);
    return 0;
}
