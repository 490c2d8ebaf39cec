//: expect safe
// mcs-lock.c: the queue lock of Mellor-Crummey and Scott: everybody spins on a flag of their own.
//
// The exchange of the tail both acquires (the lock, if it was free) and releases (the node that the
// one behind will write to).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

typedef struct Node {
    _Atomic(struct Node *) next;
    atomic_int waits;
} Node;

static _Atomic(Node *) tail;
static int counter;

static void lock(Node *me)
{
    atomic_store_explicit(&me->next, NULL, memory_order_relaxed);
    atomic_store_explicit(&me->waits, 1, memory_order_relaxed);
    Node *before = atomic_exchange_explicit(&tail, me, memory_order_acq_rel);
    if (!before)
        return;
    atomic_store_explicit(&before->next, me, memory_order_release);
    while (atomic_load_explicit(&me->waits, memory_order_acquire))
        ;
}

static void unlock(Node *me)
{
    Node *behind = atomic_load_explicit(&me->next, memory_order_acquire);
    if (!behind) {
        Node *mine = me;
        if (atomic_compare_exchange_strong_explicit(&tail, &mine, NULL, memory_order_release,
                                                    memory_order_relaxed))
            return;
        while (!(behind = atomic_load_explicit(&me->next, memory_order_acquire)))
            ;
    }
    atomic_store_explicit(&behind->waits, 0, memory_order_release);
}

#ifndef THREADS
#define THREADS 2
#endif
static Node nodes[THREADS];

static void *work(void *node)
{
    lock(node);
    counter++;
    unlock(node);
    return 0;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, work, &nodes[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    assert(counter == THREADS);
    return 0;
}
