//: expect safe
//: output safe (memory model rc11)
// A store of the same number again and again may come after any other one that somebody else makes: it
// shows something, and whoever waits for what the other one has written reads it at some time.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int stop, seen;

static void *other(void *unused)
{
    while (!atomic_load_explicit(&seen, memory_order_relaxed))
        ;
    atomic_store_explicit(&stop, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    do
        atomic_exchange_explicit(&seen, 1, memory_order_relaxed);
    while (!atomic_load_explicit(&stop, memory_order_relaxed));
    pthread_join(t, NULL);
    return 0;
}
