//: expect safe
//: both
//: options --data-model=ILP32
// A recursive mutex: counted, exclusive, EPERM for others.  With 32-bit pointers.
#define _GNU_SOURCE
#include <errno.h>
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int x;

static void *one(void *p)
{
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_trylock(&m) == 0);
    x++;
    assert(x == 1);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    x--;
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_unlock(&m) == EPERM);
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, one, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
//: also --engine=summarize
//: also --engine=cegar --property=assert
