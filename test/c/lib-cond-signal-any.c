//: expect bug assert 22
//: both
//: options --property=assert
// A signal may wake any waiter: also the one that came last.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static int waiting, go, first_woken;

static void *waiter(void *p)
{
    pthread_mutex_lock(&m);
    int number = ++waiting;
    while (!go)
        pthread_cond_wait(&c, &m);
    go = 0;
    if (!first_woken)
        first_woken = number;
    assert(first_woken == 1);
    go = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, waiter, NULL);
    pthread_mutex_lock(&m);
    if (waiting == 2)
        go = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
