//: error 4:36 expected a name for the index, as in `accessible_if[j]`
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x[2]; /*@ accessible_if[2] holds(m) */
static void *run(void *unused)
{
    pthread_mutex_lock(&m);
    x[0]++;
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
