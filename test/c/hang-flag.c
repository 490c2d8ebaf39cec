//: expect bug hang
//: output thread 0.0 (waiter) runs in a loop for ever, reading ready
//: output nothing in the program writes `ready`
//: both
// A thread waits for a flag that nobody sets.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static void *waiter(void *argument)
{
    while (!ready)
        ;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, waiter, NULL);
    pthread_join(thread, NULL);
}
