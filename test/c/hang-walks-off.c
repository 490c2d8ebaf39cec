//: expect bug hang
// Who finds the lock taken never tries again: that is no waiting, though it does nothing else.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int count;

static void *thread(void *argument)
{
    if (atomic_exchange(&lock, 1))
        for (;;)
            ;
    count++;
    lock = 0;
    return argument;
}

int main(void)
{
    pthread_t x, y;
    pthread_create(&x, NULL, thread, NULL);
    pthread_create(&y, NULL, thread, NULL);
    pthread_join(x, NULL);
    pthread_join(y, NULL);
}
