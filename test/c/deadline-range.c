//: expect safe
//: both
// A deadline whose fraction of a second is out of range is refused, by a mutex only where somebody would
// have to wait.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <threads.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, held = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;

static void *other(void *fraction)
{
    struct timespec bad = {1, *(long *)fraction};
    assert(pthread_mutex_timedlock(&held, &bad) == EINVAL);
    return NULL;
}

int main(void)
{
    long fractions[] = {1000000000, -1, 999999999};
    pthread_t t;
    sem_init(&s, 0, 1);
    pthread_mutex_lock(&held);
    for (int i = 0; i < 2; i++) {
        struct timespec bad = {1, fractions[i]};
        assert(pthread_mutex_timedlock(&m, &bad) == 0);
        assert(pthread_cond_timedwait(&c, &m, &bad) == EINVAL);
        pthread_mutex_unlock(&m);
        assert(sem_timedwait(&s, &bad) == -1 && errno == EINVAL);
    }
    pthread_create(&t, NULL, other, &fractions[0]);
    pthread_join(t, NULL);
    struct timespec good = {1, fractions[2]};
    assert(sem_timedwait(&s, &good) == 0);
    pthread_mutex_lock(&m);
    int code = pthread_cond_timedwait(&c, &m, &good);
    assert(code == 0 || code == ETIMEDOUT);
    return 0;
}
