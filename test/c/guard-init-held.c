//: expect bug assert 21
//: options --property=assert
//: both
// Who holds a lock and initialises it lets the others in: from then on it guards nothing.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *other(void *argument)
{
    pthread_mutex_lock(&lock), x = 2, pthread_mutex_unlock(&lock);
    return argument;
}
static void work(void)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_init(&lock, 0);
    x = 1;
    assert(x == 1);
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    work();
    pthread_join(t, 0);
    return 0;
}
