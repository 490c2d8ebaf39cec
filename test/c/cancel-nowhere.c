//: expect bug hang
// A mutex is no cancellation point, nor is a loop that calls nothing.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop;

static void *work(void *arg)
{
    while (!stop)
        ;
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    return 0;
}
