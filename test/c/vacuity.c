//: expect safe
//: output note: test/c/vacuity.c:24: no second thread ever ran: this was never reached
//: output note: test/c/vacuity.c:26: this assertion was never reached
//: output note: test/c/vacuity.c:28: what is assumed here was never true
//: output note: test/c/vacuity.c:29: this assertion was never reached
// Nothing goes wrong, because nothing happens.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern void __VERIFIER_assume(int);

static int count;

static void *work(void *unused)
{
    count++;
    return unused;
}

static void threads(pthread_t *t, int wanted)
{
    if (wanted)
        pthread_create(t, NULL, work, NULL);
    if (wanted)
        assert(!pthread_join(*t, NULL) && count == 1);
    assert(count == 0);
    __VERIFIER_assume(count == 2);
    assert(count == 3);
}

int main(void)
{
    pthread_t t;
    threads(&t, 0);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=bound
//: also --engine=cegar --property=assert
