//: expect safe
// ms-queue.c: a queue without locks (Michael and Scott, PODC 1996).  Nodes are not given back.
//
// The link is what publishes a node; the tail may lag behind, and whoever sees that moves it on.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

typedef struct Node {
    int value;
    _Atomic(struct Node *) next;
} Node;

static Node first, nodes[4];
static _Atomic(Node *) head = &first, tail = &first;

static void enqueue(Node *node, int value)
{
    node->value = value;
    for (;;) {
        Node *last = atomic_load_explicit(&tail, memory_order_acquire);
        Node *next = atomic_load_explicit(&last->next, memory_order_acquire);
        if (next) {
            atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release,
                                                    memory_order_relaxed);
        } else if (atomic_compare_exchange_strong_explicit(
                       &last->next, &next, node, memory_order_release, memory_order_relaxed)) {
            atomic_compare_exchange_strong_explicit(&tail, &last, node, memory_order_release,
                                                    memory_order_relaxed);
            return;
        }
    }
}

static int dequeue(void)
{
    for (;;) {
        Node *old = atomic_load_explicit(&head, memory_order_acquire);
        Node *last = atomic_load_explicit(&tail, memory_order_acquire);
        Node *next = atomic_load_explicit(&old->next, memory_order_acquire);
        if (!next)
            return 0;
        if (old == last) { /* the tail must not fall behind the head */
            atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release,
                                                    memory_order_relaxed);
            continue;
        }
        int value = next->value;
        if (atomic_compare_exchange_strong_explicit(&head, &old, next, memory_order_release,
                                                    memory_order_relaxed))
            return value;
    }
}

#ifndef THREADS
#define THREADS 2 /* main is one of them */
#endif

static void *work(void *arg)
{
    Node *node = arg;
    enqueue(node, 1 + (int)(node - nodes));
    int got = dequeue();
    assert(1 <= got && got <= THREADS);
    return 0;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int i = 1; i < THREADS; i++)
        pthread_create(&t[i], 0, work, &nodes[i]);
    work(&nodes[0]);
    for (int i = 1; i < THREADS; i++)
        pthread_join(t[i], 0);
    return 0;
}
