// Another thread prints the number that is counted.
//: expect safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);
static atomic_int stop;
static atomic_int rounds;

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
    if (__VERIFIER_nondet_int())
        stop = 1;
    for (;;)
        printf("%d\n", rounds);
    pthread_join(thread, 0);
    return 0;
}
