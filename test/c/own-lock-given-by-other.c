//: expect bug
// Somebody else gives the lock back: two threads are inside.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int f;
static atomic_int inside;

static void *add(void *p)
{
    while (atomic_exchange(&f, 1))
        ;
    inside++;
    assert(inside == 1);
    inside--;
    f = 0;
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    f = 0;
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
