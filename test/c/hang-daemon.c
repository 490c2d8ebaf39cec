//: expect safe
//: options --daemon=other,waiter
// A thread that is meant to wait for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static void *waiter(void *argument)
{
    while (!ready)
        ;
    return argument;
}

void *other(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, waiter, other(NULL));
    pthread_join(thread, NULL);
}
