//: expect bug hang
//: options --daemon=waited,waite,waiters
// Other threads are meant to wait for ever, whose names are like that of this one.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static void *waiter(void *argument)
{
    while (!ready)
        ;
    return argument;
}

static void *waited(void *argument)
{
    return argument;
}

static void *waite(void *argument)
{
    return argument;
}

static void *waiters(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, waiter, waited(waite(waiters(NULL))));
    pthread_join(thread, NULL);
}
