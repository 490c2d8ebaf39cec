//: expect unknown
//: options --engine=modular --property=assert,memory,lock --memory-model=sc
// ... without the lock there is no such invariant: another thread may write an old number.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);
static volatile unsigned value, busy;

void __VERIFIER_atomic_leave(void)
{
    busy = 1;
}

static void *count(void *argument)
{

    unsigned before = value;
    if (before == 0u - 1) {
        __VERIFIER_atomic_leave();
        return argument;
    }
    value = before + 1;
    __VERIFIER_atomic_leave();
    assert(value > before);
    return argument;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, count, 0);
}
