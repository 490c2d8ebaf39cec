// A thread counts while it waits to be told to stop, and is told.
//: expect safe
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);
static atomic_int stop;
static int rounds;

static void *work(void *arg)
{
    while (!stop)
        rounds++;
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);

    stop = 1;
    pthread_join(thread, 0);
    return 0;
}
