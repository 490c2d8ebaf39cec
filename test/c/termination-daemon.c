// Main ends the process while another thread runs for ever: that is an end.
//: expect safe
//: options --property=termination
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ticks;

static void *tick(void *arg)
{
    for (;;)
        ticks = 1;
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, tick, NULL);
    while (!ticks)
        ;
    return 0;
}
