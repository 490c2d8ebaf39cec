//: expect bug leaked-lock 10
//: options --lock-leaks
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *unused)
{
    if (pthread_mutex_trylock(&m) == 0)
        return unused;
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    return 0;
}
