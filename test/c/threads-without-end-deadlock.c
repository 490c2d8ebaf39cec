//: expect unknown
//: options --engine=bag --property=deadlock
//: output deadlocks are not excluded
// The first thread ends, and the others may wait for each other: a bag of threads says nothing of
// that.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
extern int __VERIFIER_nondet_int(void);

static void *one(void *argument)
{
    pthread_mutex_lock(&a), pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b), pthread_mutex_unlock(&a);
    return argument;
}
static void *other(void *argument)
{
    pthread_mutex_lock(&b), pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a), pthread_mutex_unlock(&b);
    return argument;
}
int main(void)
{
    pthread_t thread;
    while (__VERIFIER_nondet_int())
        pthread_create(&thread, 0, __VERIFIER_nondet_int() ? one : other, 0);
    pthread_exit(0);
}
