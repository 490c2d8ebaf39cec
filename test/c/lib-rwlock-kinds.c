//: expect safe
// What a thread gets that tries a reader-writer lock, by what it holds itself and what another one
// holds.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *reads(void *other_writes)
{
    int busy = other_writes ? EBUSY : 0;
    assert(pthread_rwlock_tryrdlock(&l) == busy);
    if (!busy)
        pthread_rwlock_unlock(&l);
    assert(pthread_rwlock_trywrlock(&l) == EBUSY);
    return NULL;
}
static void ask(void *writes)
{
    pthread_t t;
    pthread_create(&t, NULL, reads, writes);
    pthread_join(t, NULL);
}
int main(void)
{
    assert(pthread_rwlock_rdlock(&l) == 0);
    assert(pthread_rwlock_tryrdlock(&l) == 0);
    ask(NULL);
    pthread_rwlock_unlock(&l);
    ask(NULL);
    assert(pthread_rwlock_rdlock(&l) == 0);
    pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&l);
    assert(pthread_rwlock_trywrlock(&l) == 0);
    ask(&l);
    pthread_rwlock_unlock(&l);
    assert(pthread_rwlock_tryrdlock(&l) == 0);
    pthread_rwlock_unlock(&l);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
