//: expect bug assert 32
//: options --property=assert,deadlock,memory,lock,access
//: both
// The lock is replaced while main still holds the old one, which nobody can find any more: there is
// one object of its kind again, but it is another lock.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, *current;
static int x;

static void *replace(void *argument)
{
    pthread_mutex_t *lock = malloc(sizeof *lock);
    pthread_mutex_init(lock, 0);
    pthread_mutex_lock(&outer), current = lock, pthread_mutex_unlock(&outer);
    pthread_mutex_lock(lock), x = 2, pthread_mutex_unlock(lock);
    return argument;
}
int main(void)
{
    pthread_t a;
    current = malloc(sizeof *current);
    pthread_mutex_init(current, 0);
    pthread_create(&a, 0, replace, 0);
    pthread_mutex_lock(&outer);
    pthread_mutex_t *lock = current;
    pthread_mutex_lock(lock);
    pthread_mutex_unlock(&outer);
    x = 1;
    assert(x == 1);
    pthread_mutex_unlock(lock);
    pthread_join(a, 0);
    return 0;
}
