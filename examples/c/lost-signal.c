//: expect safe
//: both
// A thread tells another one that something is ready, through a flag and a condition variable.
//
//     heddle check examples/c/lost-signal.c
//
// A signal is not remembered: if nobody waits, it does nothing.  What is remembered is the flag,
// and it is set and tested under the mutex.  lost-signal-broken.c has no flag.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready_now = PTHREAD_COND_INITIALIZER;
static bool ready;
static int result;

static void *worker(void *argument)
{
    pthread_mutex_lock(&lock);
    result = 42;
    ready = true;
    pthread_cond_signal(&ready_now);
    pthread_mutex_unlock(&lock);
    return argument;
}

static int wait_for_result(void)
{
    pthread_mutex_lock(&lock);
    while (!ready)
        pthread_cond_wait(&ready_now, &lock);
    int got = result;
    pthread_mutex_unlock(&lock);
    return got;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    int got = wait_for_result();
    printf("the result is %d\n", got);
    assert(got == 42);
    pthread_join(thread, NULL);
    pthread_cond_destroy(&ready_now);
    pthread_mutex_destroy(&lock);
    return 0;
}
