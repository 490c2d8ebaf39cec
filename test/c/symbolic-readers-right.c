//: expect safe
//: options --engine=symbolic --property=assert,memory,lock
// A writer is alone, whoever else reads or writes.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int inside;

static void *reads(void *p)
{
    if (p)
        pthread_rwlock_rdlock(&lock);
    else
        pthread_rwlock_wrlock(&lock);
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    pthread_rwlock_unlock(&lock);
    return p;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, reads, &lock);
    reads(0);
    pthread_join(t, 0);
    return 0;
}
