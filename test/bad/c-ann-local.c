//: error 7:20 a local variable has no access predicate
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static int f(void)
{
    int y = 1; /*@ accessible_if holds(m) */
    return y;
}
static void *run(void *unused)
{
    pthread_mutex_lock(&m);
    x += f();
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
