//: expect bug assert
//: options --engine=symbolic --property=assert,memory,lock
// Two threads add inputs of which nobody would try the right values.
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

static unsigned total;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *argument)
{
    unsigned by = __VERIFIER_nondet_uint();
    if ((by & 12) == 8) {
        pthread_mutex_lock(&mutex);
        total += by;
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(total != 1000000);
    return 0;
}
