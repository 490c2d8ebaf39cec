//: expect safe
//: both
// When main returns, a thread that waits for ever is no deadlock.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *p)
{
    pthread_mutex_lock(&m);
    return p;
}

int main(void)
{
    pthread_t a;
    pthread_mutex_lock(&m);
    pthread_create(&a, NULL, one, NULL);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
