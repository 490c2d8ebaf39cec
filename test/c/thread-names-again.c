//: expect safe
// Threads are created and joined without end; the numbers of those that were joined are used again.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int n;

static void *work(void *argument)
{
    n++;
    return argument;
}

static void *nest(void *argument)
{
    pthread_t inner;
    pthread_create(&inner, NULL, work, NULL);
    pthread_join(inner, NULL);
    return argument;
}

int main(void)
{
    pthread_t thread;
    while (__VERIFIER_nondet_int()) {
        pthread_create(&thread, NULL, nest, NULL);
        pthread_join(thread, NULL);
        assert(n == 1);
        n = 0;
    }
    return 0;
}
