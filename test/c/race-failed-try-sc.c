//: expect safe
//: options --memory-model=sc
// Only interleavings are asked for: there x was written before the lock was found taken.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *holder(void *arg)
{
    x = 1;
    pthread_mutex_lock(&m);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, holder, NULL);
    if (pthread_mutex_trylock(&m) != 0)
        return x - 1;
    pthread_mutex_unlock(&m);
    return 0;
}
