//: output has written `b` last, at line 12, and is stuck, too
//: expect bug hang
//: output stuck for good
// Two spin locks that the program writes itself, in opposite orders: both threads spin for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;

static void take(atomic_int *lock)
{
    while (atomic_exchange(lock, 1))
        ;
}

static void *forth(void *argument)
{
    take(&a);
    take(&b);
    b = 0;
    a = 0;
    return argument;
}

static void *back(void *argument)
{
    take(&b);
    take(&a);
    a = 0;
    b = 0;
    return argument;
}

int main(void)
{
    pthread_t x, y;
    pthread_create(&x, NULL, forth, NULL);
    pthread_create(&y, NULL, back, NULL);
    pthread_join(x, NULL);
    pthread_join(y, NULL);
}
