// A thread without a way out counts for ever: that is its work, also if nobody looks at the number.
//: expect safe
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);
static atomic_int stop;
static int rounds;

static void *work(void *arg)
{
    for (;;)
        rounds++;
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    if (__VERIFIER_nondet_int())
        stop = 1;
    pthread_join(thread, 0);
    return 0;
}
