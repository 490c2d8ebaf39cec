//: expect bug race
//: both
// The plain access is met only when all is known about who may touch what, in the one state in
// which the other thread is about to do an atomic access, which was looked at before.
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int begun, over;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *argument)
{
    int a = begun, b = over;
    atomic_fetch_add((atomic_int *)&x, 1);
    if (a && !b)
        x = 2;
    return argument;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    pthread_mutex_lock(&m);
    begun = 1;
    atomic_store((atomic_int *)&x, 1);
    over = 1;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
