//: expect safe
//: options --engine=symbolic --property=assert,memory,lock
// True for all inputs, in every order: a few values would not show it.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static int first, second, table[4];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *move(void *argument)
{
    int by = __VERIFIER_nondet_int();
    pthread_mutex_lock(&mutex);
    first = (int)((unsigned)first + (unsigned)by);
    second = (int)((unsigned)second - (unsigned)by);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t a;
    int at = __VERIFIER_nondet_int(), value = __VERIFIER_nondet_int();
    pthread_create(&a, 0, move, 0);
    if (at >= 0 && at < 4)
        table[at] = value;
    pthread_mutex_lock(&mutex);
    assert((unsigned)first + (unsigned)second == 0);
    pthread_mutex_unlock(&mutex);
    pthread_join(a, 0);
    if (at >= 0 && at < 4)
        assert(table[at] == value);
    return 0;
}
