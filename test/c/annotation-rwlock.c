//: expect bug access 23
//: both
//: output writable_if holds(lock) does not hold
// Who reads holds the lock for reading or for writing, who writes holds it for writing.
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int n; /*@ readable_if holds(lock) || reads(lock) */ /*@ writable_if holds(lock) */

static int get(void)
{
    pthread_rwlock_rdlock(&lock);
    int result = n;
    pthread_rwlock_unlock(&lock);
    return result;
}

static void *run(void *unused)
{
    if (get() == 1) {
        pthread_rwlock_rdlock(&lock);
        n = 2;
        pthread_rwlock_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, run, NULL);
    pthread_rwlock_wrlock(&lock);
    n = n + 1;
    pthread_rwlock_unlock(&lock);
    pthread_join(a, NULL);
    return 0;
}
