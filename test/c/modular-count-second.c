//: long
//: expect unknown
//: options --engine=modular --property=assert,memory,lock --memory-model=sc
// Two threads may find the number to be at most two: both of them count, and no third one.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);
static unsigned came, sum;

void __VERIFIER_atomic_come(void)
{
    __VERIFIER_assume(came != 0u - 1);
    came++;
}

static void *work(void *unused)
{
    unsigned own = 0;
    __VERIFIER_atomic_come();
    if (came <= 2)
        while (1) {
            sum++;
            own++;
            assert(sum == own);
        }
    return unused;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, work, NULL);
}
