//: expect safe
// A thread that spins for ever is no deadlock.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int f;
static int x;

static void *add(void *p)
{
    while (atomic_exchange(&f, 1))
        ;
    x++;
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
