//: expect safe
// Two spin locks that the program writes itself, always in the same order.
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
    take(&a);
    take(&b);
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
//: also --engine=summarize
