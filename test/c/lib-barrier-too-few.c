//: expect bug deadlock
//: both
// A barrier for three that only two threads come to.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t b_;

static void *one(void *p)
{
    pthread_barrier_wait(&b_);
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_barrier_init(&b_, NULL, 3);
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, one, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
