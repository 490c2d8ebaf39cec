//: expect safe
//: states 77
// Threads of threads are known by their numbers: these are given in the order of creation.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t first, second;

static void *child(void *unused)
{
    pthread_mutex_lock(&m);
    if (!first)
        first = pthread_self();
    else
        second = pthread_self();
    pthread_mutex_unlock(&m);
    return unused;
}

static void *parent(void *unused)
{
    pthread_t t;
    pthread_create(&t, NULL, child, NULL);
    pthread_join(t, NULL);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    for (int k = 0; k < 2; k++)
        pthread_create(&t[k], NULL, parent, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    assert(first && second && !pthread_equal(first, second));
    return 0;
}
