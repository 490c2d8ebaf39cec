//: error 5:16 the members of a union share their memory: annotate the union
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static union {
    int a; /*@ accessible_if holds(m) */
    float b;
} x;
static void *run(void *unused)
{
    pthread_mutex_lock(&m);
    x.a++;
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
