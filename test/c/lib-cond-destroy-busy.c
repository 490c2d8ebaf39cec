//: expect bug busy 32
//: both
// A condition variable is destroyed while a thread waits for it.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sched.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static int waiting;

static void *one(void *p)
{
    pthread_mutex_lock(&m);
    waiting = 1;
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return p;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, one, NULL);
    pthread_mutex_lock(&m);
    while (!waiting) {
        pthread_mutex_unlock(&m);
        sched_yield();
        pthread_mutex_lock(&m);
    }
    pthread_cond_destroy(&c);
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    return 0;
}
//: also --engine=bound
