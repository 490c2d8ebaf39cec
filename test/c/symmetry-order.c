//: expect bug assert
//: options --engine=explore --property=assert --all-errors
//: errors 2
// Which of two names of threads is less as a number is not the same for all threads: the second one to come can have either.
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
        if (first < last)
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
