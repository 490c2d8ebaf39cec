//: expect bug assert 26
//: both
// Waiting for a condition with `if`: one token is taken twice.
//
//     heddle check examples/c/wait-while-broken.c
//
// Two consumers wait.  One token is given, and both are woken (or one of them wakes up by itself,
// which POSIX allows): the first one takes it, and the second one, which does not look again, takes
// it, too.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { CONSUMERS = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int tokens;

static void take(void)
{
    pthread_mutex_lock(&lock);
    if (tokens == 0)
        pthread_cond_wait(&more, &lock);
    tokens--;
    assert(tokens >= 0);
    pthread_mutex_unlock(&lock);
}

static void give(void)
{
    pthread_mutex_lock(&lock);
    tokens++;
    pthread_cond_broadcast(&more);
    pthread_mutex_unlock(&lock);
}

static void *consumer(void *argument)
{
    take();
    return argument;
}

int main(void)
{
    pthread_t thread[CONSUMERS];
    for (int k = 0; k < CONSUMERS; k++)
        pthread_create(&thread[k], NULL, consumer, NULL);
    for (int k = 0; k < CONSUMERS; k++)
        give();
    for (int k = 0; k < CONSUMERS; k++)
        pthread_join(thread[k], NULL);
    assert(tokens == 0);
    pthread_cond_destroy(&more);
    pthread_mutex_destroy(&lock);
    return 0;
}
