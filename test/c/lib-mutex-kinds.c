//: expect safe
// All kinds of mutexes, and all that can be done with them.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m;

static void *other(void *argument)
{
    struct timespec soon = {0};
    assert(pthread_mutex_trylock(&m) == EBUSY);
    assert(pthread_mutex_timedlock(&m, &soon) == ETIMEDOUT);
    return argument;
}
static void again(int kind)
{
    int got = pthread_mutex_trylock(&m);
    assert(got == (kind == PTHREAD_MUTEX_RECURSIVE ? 0 : EBUSY));
    if (!got)
        assert(pthread_mutex_unlock(&m) == 0);
    if (kind == PTHREAD_MUTEX_ERRORCHECK)
        assert(pthread_mutex_lock(&m) == EDEADLK);
}
static void try(int kind)
{
    pthread_t t;
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    assert(pthread_mutexattr_settype(&a, kind) == 0);
    pthread_mutex_init(&m, &a);
    pthread_mutexattr_destroy(&a);
    assert(pthread_mutex_lock(&m) == 0);
    again(kind);
    pthread_create(&t, NULL, other, NULL);
    pthread_join(t, NULL);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_trylock(&m) == 0);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_destroy(&m) == 0);
}
int main(void)
{
    try(PTHREAD_MUTEX_NORMAL);
    try(PTHREAD_MUTEX_RECURSIVE);
    try(PTHREAD_MUTEX_ERRORCHECK);
    try(PTHREAD_MUTEX_ADAPTIVE_NP);
    return 0;
}
