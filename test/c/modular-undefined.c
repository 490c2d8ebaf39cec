//: expect unknown
//: options --engine=modular --property=assert
// Undefined behaviour is no end of a run like others, though nobody asks for it.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
int __VERIFIER_nondet_int(void);

static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    int part = 100 / __VERIFIER_nondet_int();
    x = part - part;
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
