//: expect bug
//: options --all-errors
//: errors 12
// What another thread holds, or waits at, is destroyed. In `lib-destroy-used-right.c` it has let go of it before.
#include <heddle.h>
#include <pthread.h>
#include <threads.h>
#ifndef RIGHT
#define RIGHT 0
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, checked, again;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static mtx_t plain;
static int waits, goes;

static void *hold_mutex(void *which)
{
    pthread_mutex_lock(which);
    if (which == &again)
        pthread_mutex_lock(which);
    if (RIGHT || which == &again)
        pthread_mutex_unlock(which);
    if (RIGHT && which == &again)
        pthread_mutex_unlock(which);
    return 0;
}
static void *hold_plain(void *arg)
{
    mtx_lock(&plain);
    if (RIGHT)
        mtx_unlock(&plain);
    return arg;
}
static void *hold_to_read(void *arg)
{
    pthread_rwlock_rdlock(&lock);
    if (RIGHT || arg)
        pthread_rwlock_unlock(&lock);
    return arg;
}
static void *hold_to_write(void *arg)
{
    pthread_rwlock_wrlock(&lock);
    if (RIGHT)
        pthread_rwlock_unlock(&lock);
    return arg;
}
static void *wait_for_cond(void *arg)
{
    pthread_mutex_lock(&mutex);
    waits = 1;
    while (!goes)
        pthread_cond_wait(&cond, &mutex);
    pthread_mutex_unlock(&mutex);
    return arg;
}
static void *wait_at_barrier(void *arg)
{
    pthread_barrier_wait(&barrier);
    return arg;
}

static void run(void *(*entry)(void *), void *arg)
{
    pthread_t t;
    pthread_create(&t, NULL, entry, arg);
    pthread_join(t, NULL);
}

static void held(int which)
{
    switch (which) {
    case 0:
        run(hold_mutex, &mutex);
        pthread_mutex_destroy(&mutex);
        break;
    case 1:
        run(hold_mutex, &checked);
        pthread_mutex_destroy(&checked);
        break;
    case 2:
        run(hold_mutex, &again);
        pthread_mutex_destroy(&again);
        break;
    case 3:
        run(hold_plain, NULL);
        mtx_destroy(&plain);
        break;
    case 4:
        run(hold_to_read, NULL);
        pthread_rwlock_destroy(&lock);
        break;
    case 5:
        run(hold_to_read, &lock);
        run(hold_to_read, NULL);
        pthread_rwlock_destroy(&lock);
        break;
    case 6:
        run(hold_to_write, NULL);
        pthread_rwlock_destroy(&lock);
        break;
    }
}

static void awaited(int which)
{
    pthread_t t;
    if (which == 7) {
        pthread_create(&t, NULL, wait_for_cond, NULL);
        pthread_mutex_lock(&mutex);
        goes = RIGHT || !waits;
        if (RIGHT)
            pthread_cond_signal(&cond);
        else if (waits)
            pthread_cond_destroy(&cond);
        pthread_mutex_unlock(&mutex);
        pthread_join(t, NULL);
        if (RIGHT)
            pthread_cond_destroy(&cond);
    } else if (which == 8) {
        pthread_create(&t, NULL, wait_at_barrier, NULL);
        if (RIGHT)
            pthread_barrier_wait(&barrier);
        pthread_barrier_destroy(&barrier);
        pthread_join(t, NULL);
    }
}

int main(void)
{
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&checked, &kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&again, &kind);
    mtx_init(&plain, mtx_plain);
    pthread_barrier_init(&barrier, NULL, 2);
    int which = heddle_choose(0, 8);
    held(which);
    awaited(which);
    return 0;
}
