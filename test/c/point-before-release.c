//: expect bug assert 14
//: options --property=assert
//: both
// Between what a thread does before it releases a lock and the release another one can find the lock taken.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_spinlock_t lock;
static atomic_int done;

static void *other(void *argument)
{
    assert(!done || pthread_spin_trylock(&lock) == 0);
    return argument;
}
int main(void)
{
    pthread_t t;
    pthread_spin_init(&lock, 0);
    pthread_create(&t, 0, other, 0);
    pthread_spin_lock(&lock);
    done = 1;
    pthread_spin_unlock(&lock);
    pthread_join(t, 0);
    return 0;
}
