//: expect safe
// What is shared is touched with the lock, or after the thread has ended; a try in vain does no
// harm.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, missed;

static void *work(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    if (pthread_mutex_trylock(&m) == 0) {
        x++;
        pthread_mutex_unlock(&m);
    } else {
        missed = 1;
    }
    pthread_join(thread, NULL);
    assert(x == 2 - missed);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
