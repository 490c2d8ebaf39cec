//: expect bug assert 58
// The tag never changes: a node that came back is taken for one that never left (ABA).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    _Atomic(struct node *) next;
    int taken;
};
struct top {
    struct node *node;
    unsigned long tag;
};
static _Atomic struct top top;
static struct node a, b;

static void push(struct node *n)
{
    struct top old = atomic_load(&top), new;
    do {
        n->next = old.node;
        new = (struct top){n, old.tag};
    } while (!atomic_compare_exchange_weak(&top, &old, new));
}

static struct node *pop(void)
{
    struct top old = atomic_load(&top), new;
    do {
        if (!old.node)
            return NULL;
        new = (struct top){old.node->next, old.tag};
    } while (!atomic_compare_exchange_weak(&top, &old, new));
    return old.node;
}

static void *other(void *unused)
{
    struct node *first = pop(), *second = pop();
    if (second)
        second->taken = 1;
    if (first)
        push(first);
    return unused;
}

int main(void)
{
    pthread_t t;
    push(&b);
    push(&a);
    pthread_create(&t, NULL, other, NULL);
    pop();
    pthread_join(t, NULL);
    struct top left = atomic_load(&top);
    assert(!left.node || !left.node->taken);
    return 0;
}
//: also --engine=summarize
