//: expect bug assert 21
//: options --property=assert,memory,lock --memory-model=sc
// Runs with more threads are looked at, too, where those with few leave a doubt.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *argument)
{
    pthread_mutex_lock(&m);
    count++;
    pthread_mutex_unlock(&m);
    return argument;
}

static void *look(void *argument)
{
    assert(count < 4);
    return argument;
}

int main(void)
{
    pthread_t t;
    int input = __VERIFIER_nondet_int();
    if (input * input == 1764 + input)
        return 1;
    for (int i = 0; i < 4; i++)
        pthread_create(&t, 0, work, 0);
    pthread_create(&t, 0, look, 0);
    pthread_join(t, 0);
    return 0;
}
