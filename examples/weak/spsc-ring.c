//: expect safe
// spsc-ring.c: a ring for one producer and one consumer.
//
// Each side owns its index and reads it relaxed; what it reads of the other's index it acquires.
// Weaken the consumer's release, and the producer writes over an element that is being read.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ROOM = 2, ITEMS = 3 };

static int ring[ROOM];
static atomic_uint head, tail; /* taken so far, put so far */

static int put(int item)
{
    unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);
    if (t - atomic_load_explicit(&head, memory_order_acquire) == ROOM)
        return 0;
    ring[t % ROOM] = item;
    atomic_store_explicit(&tail, t + 1, memory_order_release);
    return 1;
}

static int take(int *item)
{
    unsigned h = atomic_load_explicit(&head, memory_order_relaxed);
    if (atomic_load_explicit(&tail, memory_order_acquire) == h)
        return 0;
    *item = ring[h % ROOM];
    atomic_store_explicit(&head, h + 1, memory_order_release);
    return 1;
}

static void *producer(void *arg)
{
    for (int k = 1; k <= ITEMS; k++)
        while (!put(k))
            ;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, producer, 0);
    for (int k = 1; k <= ITEMS; k++) {
        int item;
        while (!take(&item))
            ;
        assert(item == k);
    }
    pthread_join(t, 0);
    return 0;
}
