//: prove failed
//: failed any access 18 the assertion may fail: x != 77777
//: failed cut access 34 the assertion may fail: r != 9
//: shown
// check tries a few values of an input; a proof is about all of them, and about no others.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m;
int x; /*@ accessible_if holds(m) */

void any(void)
{
    pthread_mutex_lock(&m);
    x = rand();
    assert(x != 77777);
    pthread_mutex_unlock(&m);
}

void never(void)
{
    pthread_mutex_lock(&m);
    x = rand();
    assert(x >= 0);
    pthread_mutex_unlock(&m);
}

void cut(void)
{
    unsigned r = (unsigned)__VERIFIER_nondet_int();
    if (r < 10)
        assert(r != 9);
}
