// The flag is set and taken back: main can miss it for ever, though the scheduler is fair.
//: expect bug termination
//: options --property=termination
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *blink(void *arg)
{
    for (;;)
        flag = !flag;
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, blink, NULL);
    while (!flag)
        ;
    return 0;
}
