//: expect safe
//: options --engine=modular --property=assert,memory,lock --memory-model=sc
// Only one thread finds the number of those that came to be one; as long as it is alone, nobody has written to `sum`.
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
