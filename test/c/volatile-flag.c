//: expect safe
//: output accesses to volatile objects are taken as relaxed atomics; --volatile=plain makes them
//: output (memory model rc11)
// A volatile flag is no data race by itself, and orders nothing.
#include <pthread.h>
#include <stddef.h>

static volatile int stop;

static void *work(void *unused)
{
    while (!stop) {
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    stop = 1;
    pthread_join(t, NULL);
    return 0;
}
