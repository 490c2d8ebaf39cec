//: expect unknown
//: options --engine=bag
// Predicates are about single threads, and a crowd has none: the search for any number of threads
// must not say that this is safe.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x; /*@ accessible_if holds(m) */

static void *right(void *unused)
{
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *wrong(void *unused)
{
    x = 2;
    return unused;
}

int main(void)
{
    pthread_t t;
    for (;;) {
        pthread_create(&t, NULL, right, NULL);
        pthread_create(&t, NULL, wrong, NULL);
    }
}
