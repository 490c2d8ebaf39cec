//: expect bug assert 23
//: options --property=assert
//: both
// Another thread can see what was last written to a variable whose function is about to return.
#include <assert.h>
#include <pthread.h>

static int *place;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument)
{
    int local = 0;
    pthread_mutex_lock(&lock), place = &local, pthread_mutex_unlock(&lock);
    local = 1;
    return argument;
}
static void look(void)
{
    pthread_mutex_lock(&lock);
    int *seen = place;
    if (seen && *seen == 1)
        assert(0);
    pthread_mutex_unlock(&lock);
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, work, 0);
    look();
    pthread_join(a, 0);
    return 0;
}
