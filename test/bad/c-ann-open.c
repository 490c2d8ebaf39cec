//: error 4:42 the annotation ends before its `(` is closed
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x; /*@ accessible_if (holds(m) */
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
