//: expect bug deadlock
//: both
// Each thread chooses before it waits: the run that is shown makes these choices, too.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static sem_t never;

static void *wait_for_it(void *unused)
{
    int which = __VERIFIER_nondet_int() & 3;
    sem_wait(&never);
    return which ? unused : NULL;
}

int main(void)
{
    pthread_t t;
    sem_init(&never, 0, 0);
    pthread_create(&t, NULL, wait_for_it, NULL);
    int seed = rand();
    sem_wait(&never);
    return seed;
}
