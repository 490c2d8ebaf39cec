//: expect bug race
//: both
// The atomic access is looked at first, and there is one state only in which both are about to
// touch the memory.
#include <pthread.h>
#include <stdatomic.h>

static int x;

static void *plain(void *argument)
{
    x = 2;
    return argument;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, plain, 0);
    atomic_store((atomic_int *)&x, 1);
    pthread_join(t, 0);
    return 0;
}
