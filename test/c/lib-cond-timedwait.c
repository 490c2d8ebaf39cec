//: expect safe
//: both
// A timed wait ends, whether or not there is a signal.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void)
{
    struct timespec soon = {0};
    pthread_mutex_lock(&m);
    int error = pthread_cond_timedwait(&c, &m, &soon);
    assert(error == 0 || error == ETIMEDOUT);
    pthread_mutex_unlock(&m);
    assert(pthread_cond_destroy(&c) == 0);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
