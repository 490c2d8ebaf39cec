//: expect bug hang
// Who does not get the lock at once looks at it for ever, but never takes it: to be free is not enough for it to get on.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int x;

static void *thread(void *argument)
{
    if (atomic_exchange(&lock, 1))
        while (lock != 2)
            ;
    x++;
    lock = 0;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
