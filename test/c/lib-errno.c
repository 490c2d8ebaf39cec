//: expect safe
//: both
// Each thread has an errno of its own.
#include <errno.h>
#include <sched.h>
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *one(void *p)
{
    errno = 1;
    sched_yield();
    assert(errno == 1);
    return p;
}

static void *two(void *p)
{
    assert(errno == 0);
    errno = 2;
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
