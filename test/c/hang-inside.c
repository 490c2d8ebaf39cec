//: expect bug hang
// A loop in the midst of a transaction, on one of two ways: the thread holds the mutex for ever.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *thread(void *argument)
{
    pthread_mutex_lock(&mutex);
    if (__VERIFIER_nondet_int())
        for (;;)
            ;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t x;
    pthread_create(&x, NULL, thread, NULL);
    pthread_mutex_lock(&mutex);
    count++;
    pthread_mutex_unlock(&mutex);
    pthread_join(x, NULL);
}
