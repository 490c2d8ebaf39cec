//: expect safe
//: both
// Who tries to join a thread gets it, or is told that it runs; and comes after it only if it got it.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static int data;

static void *work(void *argument)
{
    data = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    void *result = 0;
    struct timespec deadline = {1, 0};
    pthread_create(&t, 0, work, &data);
    int error = pthread_tryjoin_np(t, &result);
    assert(error == 0 || error == EBUSY);
    if (error) {
        error = pthread_timedjoin_np(t, &result, &deadline);
        assert(error == 0 || error == ETIMEDOUT);
    }
    if (error)
        assert(pthread_join(t, &result) == 0);
    assert(result == &data && data == 1);
    return 0;
}
