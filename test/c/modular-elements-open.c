//: slow
//: expect unknown
//: options --engine=modular --property=assert,memory,lock --memory-model=sc
// What is said of an arbitrary element must hold for all that is written, and here 8 may be.
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
static _Atomic unsigned a[4];

static void *run(void *argument)
{
    unsigned value = __VERIFIER_nondet_uint(), at = __VERIFIER_nondet_uint();
    __VERIFIER_assume(value <= 8);
    a[at & 3] = value;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    assert(a[__VERIFIER_nondet_uint() & 3] < 8);
    return 0;
}
