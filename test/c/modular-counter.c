//: expect safe
//: options --engine=modular --property=assert,memory,lock --memory-model=sc
// Threads without end count in all 32 bits: no search comes to an end, and the invariant does.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);
static volatile unsigned value, busy;

void __VERIFIER_atomic_enter(void)
{
    __VERIFIER_assume(busy == 0);
    busy = 1;
}

void __VERIFIER_atomic_leave(void)
{
    busy = 0;
}

static void *count(void *argument)
{
    __VERIFIER_atomic_enter();
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
