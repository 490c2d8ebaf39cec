//: expect bug access 24
//: both
// Bit-fields that are declared together have one predicate, also the second.
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

    x.b = 1;
    return 0;
}
