//: expect bug assert
//: options --engine=explore
// Others may have the lock between where it is given back and what its holder does next.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int lock, y;
static int x;
static void take(void)
{
    while (atomic_exchange(&lock, 1))
        ;
}
static void give(void)
{
    atomic_store(&lock, 0);
}
static void *writes(void *unused)
{
    take();
    x = 1;
    give();
    atomic_store(&y, 1);
    return unused;
}
static void *reads(void *unused)
{
    take();
    int seen = x;
    give();
    assert(!seen || atomic_load(&y));
    return unused;
}
int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, writes, 0);
    pthread_create(&t, 0, reads, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
