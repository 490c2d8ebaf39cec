//: expect safe
//: both
// A writer excludes readers and writers; a thread may read twice.
#include <errno.h>
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void *one(void *p)
{
    pthread_rwlock_wrlock(&l);
    x = 1;
    x = 0;
    pthread_rwlock_unlock(&l);
    return p;
}

static void *two(void *p)
{
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_rdlock(&l);
    assert(x == 0);
    pthread_rwlock_unlock(&l);
    assert(x == 0);
    assert(pthread_rwlock_trywrlock(&l) == EBUSY);
    pthread_rwlock_unlock(&l);
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
