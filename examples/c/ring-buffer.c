//: expect safe
//: both
// A ring buffer for one producer and one consumer, without locks.
//
//     heddle check examples/c/ring-buffer.c
//
// Only the producer writes `tail`, only the consumer writes `head`; each reads the other's index.
// An item is stored before the index that makes it visible, and read before the index that gives
// its slot back.  The orders of the accesses to the indexes are weaker than seq_cst, and strong enough:
// heddle explores all that they allow (memory model rc11).
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { SLOTS = 3, ITEMS = 4 }; /* one slot is always free */

static int slot[SLOTS];
static atomic_uint head, tail;

static bool push(int item)
{
    unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);
    unsigned next = (t + 1) % SLOTS;
    if (next == atomic_load_explicit(&head, memory_order_acquire))
        return false; /* full */
    slot[t] = item;
    atomic_store_explicit(&tail, next, memory_order_release);
    return true;
}

static bool pop(int *item)
{
    unsigned h = atomic_load_explicit(&head, memory_order_relaxed);
    if (h == atomic_load_explicit(&tail, memory_order_acquire))
        return false; /* empty */
    *item = slot[h];
    atomic_store_explicit(&head, (h + 1) % SLOTS, memory_order_release);
    return true;
}

static void *producer(void *argument)
{
    for (int k = 1; k <= ITEMS; k++)
        while (!push(k))
            sched_yield();
    return argument;
}

static void *consumer(void *argument)
{
    for (int k = 1; k <= ITEMS; k++) {
        int item;
        while (!pop(&item))
            sched_yield();
        assert(item == k);
    }
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(head == tail);
    return 0;
}
