//: expect safe
//: output safe (memory model rc11)
// A thread that reads the old value again and again does not hang: at some time it reads the new one.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static void *waiter(void *argument)
{
    while (!atomic_load_explicit(&ready, memory_order_acquire))
        ;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, waiter, NULL);
    atomic_store_explicit(&ready, 1, memory_order_release);
    pthread_join(thread, NULL);
}
