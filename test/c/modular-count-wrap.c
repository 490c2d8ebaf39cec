//: expect unknown
//: options --engine=modular --property=assert,memory,lock --memory-model=sc
// After so many threads that the number wraps around, another one finds it to be one: nothing is known of a counter that may not fit.
#include <assert.h>
#include <pthread.h>

static unsigned came, sum;

void __VERIFIER_atomic_come(void)
{
    came++;
}

static void *work(void *unused)
{
    unsigned own = 0;
    __VERIFIER_atomic_come();
    if (came == 1)
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
