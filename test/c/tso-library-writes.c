//: expect safe
//: options --memory-model=tso --property=assert
// What the library puts into a variable of the program comes behind what the thread has written before, there and elsewhere; and
// the library reads what the thread has written there, though it may not be in memory yet.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static sem_t sem;
static atomic_int before;
static int value;
static struct timespec delay = {0, -1};

static void *other(void *unused)
{
    if (value == 3)
        assert(atomic_load_explicit(&before, memory_order_relaxed) == 1);
    return delay.tv_sec > 9 ? NULL : unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&sem, 0, 3);
    pthread_create(&t, NULL, other, NULL);
    atomic_store_explicit(&before, 1, memory_order_relaxed);
    value = 5;
    sem_getvalue(&sem, &value);
    assert(value == 3);
    delay.tv_nsec = 1;
    assert(nanosleep(&delay, NULL) == 0);
    pthread_join(t, NULL);
    return 0;
}
