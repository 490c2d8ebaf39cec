//: expect bug assert 20
//: both
// trylock fails while another thread holds the mutex.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *p)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return p;
}

static void *two(void *p)
{
    int error = pthread_mutex_trylock(&m);
    assert(error == 0);
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
