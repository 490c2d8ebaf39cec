//: expect bug assert
//: both
// Nobody looks at what pthread_mutex_lock returns: the half that was done is seen.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;
static int a, b;

static void *half(void *unused)
{
    pthread_mutex_lock(&m);
    a = 1;
    return unused;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &attributes);
    pthread_t t;
    pthread_create(&t, 0, half, 0);
    pthread_mutex_lock(&m);
    assert(a == b);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
