//: expect bug race
// A try in vain puts nothing in order.
#define _GNU_SOURCE
#include <pthread.h>

static int data;

static void *work(void *argument)
{
    data = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    if (pthread_tryjoin_np(t, 0) != 0) {
        data = 2;
        pthread_join(t, 0);
    }
    return data;
}
