//: expect bug assert 21
//: options --property=assert
//: both
// A lock that is initialised while somebody holds it is free again: it guards nothing.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *again(void *argument)
{
    pthread_mutex_init(&lock, 0);
    pthread_mutex_lock(&lock), x = 2, pthread_mutex_unlock(&lock);
    return argument;
}
static void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    x = 1;
    assert(x == 1);
    pthread_mutex_unlock(&lock);
    return argument;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, again, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
