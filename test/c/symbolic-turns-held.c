//: expect safe
//: options --engine=symbolic --memory-model=sc --property=assert
// A thread that stays in its section keeps the lock, and nobody sees what it has done.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *one(void *argument)
{
    int v = __VERIFIER_nondet_int();
    pthread_mutex_lock(&lock);
    x = 1;
    __VERIFIER_assume(v == 5);
    x = v - 5;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *two(void *argument)
{
    pthread_mutex_lock(&lock);
    assert(x == 0);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread[2];
    pthread_create(&thread[0], 0, one, 0);
    pthread_create(&thread[1], 0, two, 0);
    pthread_join(thread[0], 0);
    pthread_join(thread[1], 0);
    return 0;
}
