//: expect safe
// No other thread takes the lock, so that the try never fails: what would happen then is no race.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *work(void *arg)
{
    x = 1;
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    if (pthread_mutex_trylock(&m) != 0)
        x = 2;
    pthread_join(thread, NULL);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
