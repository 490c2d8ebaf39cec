//: expect bug hang
//: output runs in a loop for ever, reading f
// A thread that spins for ever is no deadlock, but it hangs: the other one has ended and has not given the lock back.
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
