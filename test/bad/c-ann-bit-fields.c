//: error 5:25 bit-fields side by side have one predicate in common
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct {
    unsigned a : 3; /*@ accessible_if holds(m) */
    unsigned b : 3;
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
