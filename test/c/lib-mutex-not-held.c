//: expect bug not-held 18
//: both
// A mutex is unlocked by another thread than the one that locked it.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *p)
{
    pthread_mutex_lock(&m);
    return p;
}

static void *two(void *p)
{
    pthread_mutex_unlock(&m);
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
