//: expect bug assert 22
//: options --property=assert
//: both
// Who holds a lock and writes over it lets the others in, and takes it again: what it guarded may have changed.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *other(void *argument)
{
    pthread_mutex_lock(&lock), x = 2, pthread_mutex_unlock(&lock);
    return argument;
}
static void work(void)
{
    pthread_mutex_lock(&lock), x = 1;
    memset(&lock, 0, sizeof(int));
    pthread_mutex_lock(&lock);
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
