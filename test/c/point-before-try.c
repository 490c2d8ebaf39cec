//: expect bug assert 21
//: options --property=assert
//: both
// Between what a thread does before it tries a lock and the attempt another one can take the lock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_spinlock_t lock;
static atomic_int begun;

static void *other(void *argument)
{
    if (begun)
        pthread_spin_lock(&lock);
    return argument;
}
static void work(void)
{
    begun = 1;
    assert(pthread_spin_trylock(&lock) == 0);
}
int main(void)
{
    pthread_t t;
    pthread_spin_init(&lock, 0);
    pthread_create(&t, 0, other, 0);
    work();
    pthread_join(t, 0);
    return 0;
}
