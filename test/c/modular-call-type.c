//: expect unknown
//: options --engine=modular --property=assert,memory,lock,undefined
// A function is called as one of another type.
#include <assert.h>
#include <pthread.h>
#pragma clang diagnostic ignored "-Wcast-function-type-mismatch"

int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void set(unsigned number)
{
    (void)number;
    x = 0;
}

static void (*way)(long) = (void (*)(long))set;

static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    way(1);
    assert(x == 0);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t;
    while (__VERIFIER_nondet_int())
        pthread_create(&t, NULL, work, NULL);
    return 0;
}
