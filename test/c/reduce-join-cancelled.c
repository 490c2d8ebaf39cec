// A thread waits for the end of another one, and a third one cancels it meanwhile: the second one must not
// go first for good, as if the first one could do nothing before that.
//: options --engine=explore
//: expect bug assert 14
#include <assert.h>
#include <pthread.h>
static pthread_t worker, waiter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;
static void give_up(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    assert(done == 2); /* unless it was cancelled early */
    pthread_mutex_unlock(&lock);
}
static void *work(void *arg)
{
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&lock);
        done++;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}
static void *wait_for(void *arg)
{
    pthread_cleanup_push(give_up, NULL);
    pthread_join(worker, NULL);
    pthread_cleanup_pop(1);
    return arg;
}
static void *cancel(void *arg)
{
    pthread_cancel(waiter);
    return arg;
}
int main(void)
{
    pthread_t canceller;
    pthread_create(&worker, NULL, work, NULL);
    pthread_create(&waiter, NULL, wait_for, NULL);
    pthread_create(&canceller, NULL, cancel, NULL);
    pthread_join(canceller, NULL);
    pthread_join(waiter, NULL);
    return 0;
}
