//: expect unknown
//: output there is a data race at
// Who finds the lock taken knows, in an interleaving, that x was written; nothing in C says that
// it was written before.
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
