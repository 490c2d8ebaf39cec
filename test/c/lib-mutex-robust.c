//: expect safe
//: both
// A thread ends while it holds a robust mutex: the next one is told, puts things right, and goes on.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static int data[2];

static void *half(void *unused)
{
    int error = pthread_mutex_lock(&m);
    if (error == EOWNERDEAD) {
        data[1] = data[0];
        assert(pthread_mutex_consistent(&m) == 0);
    }
    assert(data[0] == data[1]);
    data[0]++;
    return unused; /* without unlocking, and in the midst of it */
}

int main(void)
{
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    assert(pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST) == 0);
    assert(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK) == 0);
    pthread_mutex_init(&m, &a);
    assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_lock(&m) == EDEADLK);
    assert(pthread_mutex_consistent(&m) == EINVAL && pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_unlock(&m) == EPERM);
    pthread_t t[2];
    for (int k = 0; k < 2; k++)
        pthread_create(&t[k], 0, half, 0);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], 0);
    assert(pthread_mutex_lock(&m) == EOWNERDEAD && data[0] == 2);
    assert(pthread_mutex_unlock(&m) == 0); /* nothing was put right: it is lost */
    assert(pthread_mutex_lock(&m) == ENOTRECOVERABLE &&
           pthread_mutex_trylock(&m) == ENOTRECOVERABLE);
    pthread_mutex_destroy(&m);
    return 0;
}
