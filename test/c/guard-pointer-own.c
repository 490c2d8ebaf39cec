//: expect bug assert
//: options --property=assert
//: both
// Only one thread touches the pointer to the lock, and puts back what it had changed: meanwhile the
// pointer led to another lock.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t *current;
static int x;

static pthread_mutex_t *make(void)
{
    pthread_mutex_t *lock = malloc(sizeof *lock);
    pthread_mutex_init(lock, 0);
    return lock;
}
static void work(pthread_mutex_t *lock, int number)
{
    pthread_mutex_lock(lock);
    x = number;
    /* under the same lock as the other one? */
    assert(x == number);
    pthread_mutex_unlock(lock);
}
static void *other(void *lock)
{
    work(lock, 1);
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_mutex_t *first = make(), *second = make();
    current = first;
    pthread_create(&t, 0, other, first);
    work(current, 2);
    pthread_mutex_lock(second);
    current = second;
    x = 3;
    assert(x == 3);
    current = first;
    pthread_mutex_unlock(second);
    pthread_join(t, 0);
    return 0;
}
