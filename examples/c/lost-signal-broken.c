//: expect bug deadlock 28
//: both
// A signal that is lost, because it comes before anyone waits for it.
//
//     heddle check examples/c/lost-signal-broken.c
//
// If the worker is faster than main, its signal wakes nobody, and main waits for ever.
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready_now = PTHREAD_COND_INITIALIZER;
static int result;

static void *worker(void *argument)
{
    pthread_mutex_lock(&lock);
    result = 42;
    pthread_cond_signal(&ready_now);
    pthread_mutex_unlock(&lock);
    return argument;
}

static int wait_for_result(void)
{
    pthread_mutex_lock(&lock);
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
    pthread_join(thread, NULL);
    pthread_cond_destroy(&ready_now);
    pthread_mutex_destroy(&lock);
    return 0;
}
