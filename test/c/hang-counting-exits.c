//: expect bug hang 12
//: both
// It counts until it is told to end, by pthread_exit in a function of its own; but nobody tells it.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop;
static long rounds;

static void leave_if_told(void)
{
    if (stop)
        pthread_exit(NULL);
}

static void *waits(void *argument)
{
    for (;;) {
        leave_if_told();
        rounds++;
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waits, NULL);
    pthread_join(t, NULL);
}
