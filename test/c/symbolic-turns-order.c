//: expect bug assert
//: options --engine=symbolic --memory-model=sc --property=assert
// Of six orders one goes wrong, for one input.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int last, seen;

static void *one(void *argument)
{
    int v = __VERIFIER_nondet_int();
    pthread_mutex_lock(&lock);
    if (last == 3 && v == 77777)
        seen = 1;
    last = 1;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *two(void *argument)
{
    pthread_mutex_lock(&lock);
    if (last == 1 && seen)
        seen = 2;
    last = 2;
    assert(seen != 2);
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *three(void *argument)
{
    pthread_mutex_lock(&lock);
    last = last ? 4 : 3;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread[3];
    pthread_create(&thread[0], 0, one, 0);
    pthread_create(&thread[1], 0, two, 0);
    pthread_create(&thread[2], 0, three, 0);
    pthread_join(thread[0], 0);
    pthread_join(thread[1], 0);
    pthread_join(thread[2], 0);
    return 0;
}
