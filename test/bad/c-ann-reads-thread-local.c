//: error 5:33 an annotation must not read a variable that each thread has for itself
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int n;
static int x; /*@ accessible_if n */
static void *run(void *unused)
{
    pthread_mutex_lock(&m);
    x++, n++;
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
