//: expect bug hang
//: output thread 0 (main) runs in a loop for ever, reading woken (memory model rc11)
//: output after 7 actions
//: both
// Who wants to sleep says so and looks for work once more; who brings work looks whether somebody sleeps.
// With relaxed orders both may miss what the other one has written: nobody wakes main up.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int work, sleeping, woken;
static void *producer(void *u)
{
    atomic_store_explicit(&work, 1, memory_order_relaxed);
    if (atomic_load_explicit(&sleeping, memory_order_relaxed))
        atomic_store_explicit(&woken, 1, memory_order_relaxed);
    return u;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    atomic_store_explicit(&sleeping, 1, memory_order_relaxed);
    if (!atomic_load_explicit(&work, memory_order_relaxed))
        while (!atomic_load_explicit(&woken, memory_order_relaxed))
            ;
    pthread_join(t, NULL);
    return 0;
}
