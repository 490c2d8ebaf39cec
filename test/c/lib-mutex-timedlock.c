//: expect safe
//: both
// A timed lock does not wait for ever.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *p)
{
    struct timespec soon = {0};
    int error = pthread_mutex_timedlock(&m, &soon);
    assert(error == ETIMEDOUT);
    return p;
}

int main(void)
{
    pthread_t a;
    pthread_mutex_lock(&m);
    pthread_create(&a, NULL, one, NULL);
    pthread_join(a, NULL);
    pthread_mutex_unlock(&m);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=summarize
