//: expect bug assert 22
// A thread that will pass the address of a global to a function will touch it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int g;
static void add(atomic_int *at)
{
    atomic_fetch_add(at, 1);
}
static void *worker(void *p)
{
    add(&g);
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    atomic_store(&g, 5);
    pthread_join(t, 0);
    assert(g == 6);
    return 0;
}
