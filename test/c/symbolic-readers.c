//: expect bug assert 14
//: options --engine=symbolic --property=assert,memory,lock
// Two readers hold a lock at once; a writer is alone (symbolic-readers-right.c).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int inside;

static void *reads(void *p)
{
    pthread_rwlock_rdlock(&lock);
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    pthread_rwlock_unlock(&lock);
    return p;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, reads, 0);
    reads(0);
    pthread_join(t, 0);
    return 0;
}
