//: expect bug assert 23
//: options --engine=symbolic --property=assert,memory,lock
// The same without a lock: somebody looks between the two writes, if the input is right.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static int first, second;

static void *move(void *argument)
{
    int by = __VERIFIER_nondet_int();
    first += by;
    second -= by;
    return argument;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, move, 0);
    assert(first != 123456789 || second);
    pthread_join(a, 0);
    return 0;
}
