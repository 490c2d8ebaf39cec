//: sc safe
//: rc11 bug race
// Treiber's stack, and who pushes releases nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

typedef struct Node {
    int value;
    struct Node *next;
} Node;
static _Atomic(Node *) top;

static void push(int value)
{
    Node *node = malloc(sizeof *node);
    node->value = value;
    node->next = atomic_load_explicit(&top, memory_order_relaxed);
    while (!atomic_compare_exchange_strong_explicit(&top, &node->next, node, memory_order_relaxed,
                                                    memory_order_relaxed))
        ;
}

static int pop(void)
{
    Node *node = atomic_load_explicit(&top, memory_order_acquire);
    while (node && !atomic_compare_exchange_strong_explicit(
                       &top, &node, node->next, memory_order_relaxed, memory_order_acquire))
        ;
    return node ? node->value : 0;
}

static void *one(void *unused)
{
    push(1);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, one, NULL);
    push(2);
    assert(pop());
    pthread_join(a, NULL);
    assert(pop() && !pop());
    return 0;
}
