//: error 8:19 this belongs to a variable, and stands behind a function
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int f(void)
{
    return 1;
}
int f2(void); /*@ accessible_if holds(m) */
int f2(void)
{
    return f();
}
static void *run(void *unused)
{
    pthread_mutex_lock(&m);
    f2();
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
