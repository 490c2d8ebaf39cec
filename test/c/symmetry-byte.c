//: expect bug assert
//: options --engine=explore --property=assert --all-errors
//: errors 2
// A byte of a variable that holds a name of a thread tells it from others.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t first, last;
static int count;

static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    if (++count == 1)
        first = pthread_self();
    else {
        last = pthread_self();
        if (*(unsigned char *)&last & 1)
            assert(!"it is so");
        else
            assert(!"it is not");
    }
    pthread_mutex_unlock(&m);
    return unused;
}
static void start(void)
{
    pthread_t forgotten;
    pthread_create(&forgotten, NULL, work, NULL);
}
int main(void)
{
    start();
    start();
    pthread_exit(NULL);
}
