//: expect safe
// treiber-stack.c: a stack without locks (Treiber, 1986).  Nodes are not given back while others may
// look at them.
//
// A push releases the node that it links, a pop acquires it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

typedef struct Node {
    int value;
    struct Node *next;
} Node;

static _Atomic(Node *) top;

static void push(Node *node)
{
    Node *old = atomic_load_explicit(&top, memory_order_relaxed);
    do
        node->next = old;
    while (!atomic_compare_exchange_strong_explicit(&top, &old, node, memory_order_release,
                                                    memory_order_relaxed));
}

static Node *pop(void)
{
    Node *old = atomic_load_explicit(&top, memory_order_acquire);
    while (old && !atomic_compare_exchange_strong_explicit(
                      &top, &old, old->next, memory_order_acquire, memory_order_acquire))
        ;
    return old;
}

#ifndef THREADS
#define THREADS 2
#endif
static Node nodes[THREADS];

static void *work(void *arg)
{
    Node *node = arg;
    node->value = 1;
    push(node);
    Node *got = pop();
    assert(got && got->value == 1);
    got->value = 2;
    return 0;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, work, &nodes[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    for (int i = 0; i < THREADS; i++)
        assert(nodes[i].value == 2);
    return 0;
}
