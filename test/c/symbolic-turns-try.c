//: expect bug assert
//: options --engine=symbolic --memory-model=sc --property=assert
// A try in vain tells that the other thread is in its section.
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
    x = v;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *two(void *argument)
{
    if (pthread_mutex_trylock(&lock)) {
        assert(0);
    } else {
        x = 1;
        pthread_mutex_unlock(&lock);
    }
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
//: hard
