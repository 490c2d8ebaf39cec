//: expect safe
//: both
// Bit-fields that are declared together have one predicate.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct {
    unsigned a : 3, b : 3; /*@ accessible_if holds(m) */
    unsigned char c;
} x;
static void *run(void *unused)
{
    pthread_mutex_lock(&m);
    x.a++;
    x.b = x.a;
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    run(0);
    pthread_join(t, 0);
    x.c = 1;
    return 0;
}
