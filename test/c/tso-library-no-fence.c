//: expect bug assert
//: options --memory-model=tso --property=assert
// What the library puts into a variable of the program is no fence: the stores before it may still wait.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdatomic.h>

static sem_t sem;
static _Atomic int x, y;
static int value, seen;

static void *other(void *unused)
{
    atomic_store(&y, 1);
    seen = atomic_load(&x) + (value > 7);
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&sem, 0, 3);
    pthread_create(&t, NULL, other, NULL);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    value = 5;
    sem_getvalue(&sem, &value);
    int mine = atomic_load_explicit(&y, memory_order_relaxed);
    pthread_join(t, NULL);
    assert(mine || seen);
    return 0;
}
