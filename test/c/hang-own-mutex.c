//: expect bug hang
//: options --engine=explore --property=hang
// A mutex, and a lock that the program writes itself, in opposite orders.  That the one who has the mutex stands before the
// other lock must be seen, though all that he has done is to take a mutex.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int lock;

static void *forth(void *argument)
{
    pthread_mutex_lock(&m);
    while (atomic_exchange(&lock, 1))
        ;
    lock = 0;
    pthread_mutex_unlock(&m);
    return argument;
}

static void *back(void *argument)
{
    while (atomic_exchange(&lock, 1))
        ;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    lock = 0;
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
