//: expect bug assert 27
//: both
// A wait ends without any signal.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static int signalled;

static void *one(void *p)
{
    pthread_mutex_lock(&m);
    signalled = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return p;
}

int main(void)
{
    pthread_t a;
    pthread_mutex_lock(&m);
    pthread_create(&a, NULL, one, NULL);
    pthread_cond_wait(&c, &m);
    assert(signalled);
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    return 0;
}
