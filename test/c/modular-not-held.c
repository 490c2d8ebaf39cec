//: expect unknown
//: options --engine=modular --property=lock
// A thread that lets go of a lock that it does not hold is no run that may be left out.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *argument)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}
int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, run, 0);
}
