//: expect safe
//: both
// __VERIFIER_atomic_begin and _end, and functions named __VERIFIER_atomic_*.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
static int n, lock, inside;

static void __VERIFIER_atomic_take(void)
{
    __VERIFIER_assume(lock == 0);
    lock = 1;
}

static void __VERIFIER_atomic_drop(void)
{
    lock = 0;
}

static void *work(void *argument)
{
    __VERIFIER_atomic_begin();
    if (n < 100)
        n++;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_take();
    inside++;
    assert(inside == 1);
    inside--;
    __VERIFIER_atomic_drop();
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(n == 2);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
