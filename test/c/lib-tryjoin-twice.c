//: expect bug bad-thread
// A thread that was joined is none any more.
#define _GNU_SOURCE
#include <pthread.h>

static void *work(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    if (pthread_tryjoin_np(t, 0) == 0)
        pthread_join(t, 0);
    return 0;
}
