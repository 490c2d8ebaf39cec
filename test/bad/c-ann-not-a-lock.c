//: error 4:33 holds needs a mutex, a spin lock or a reader-writer lock; this is of type int
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x; /*@ accessible_if holds(x) */
static void *run(void *unused)
{
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    run(0);
    return 0;
}
