//: expect safe
// A thread spins for ever, but another one ends the process.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int ready;

static void *waiter(void *argument)
{
    while (!ready)
        ;
    return argument;
}

static void *leaver(void *argument)
{
    exit(argument != NULL);
}

int main(void)
{
    pthread_t x, y;
    pthread_create(&x, NULL, waiter, NULL);
    pthread_create(&y, NULL, leaver, NULL);
    pthread_join(x, NULL);
}
