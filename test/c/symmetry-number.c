//: expect bug assert
//: options --engine=explore --property=assert --all-errors
//: errors 2
// A number of the program's own comes where names of threads are, and one of the threads has that name.
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
        pthread_t self = last;
        *(unsigned char *)&last = 2;
        if (last == self)
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
