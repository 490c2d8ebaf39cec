//: expect bug assert 16
//: both
// Two threads hold the lock for reading at the same time.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdatomic.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int readers;

static void *one(void *p)
{
    pthread_rwlock_rdlock(&l);
    int now = atomic_fetch_add(&readers, 1);
    assert(now == 0);
    atomic_fetch_sub(&readers, 1);
    pthread_rwlock_unlock(&l);
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, one, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
