// The stack of Treiber is lock-free: a compare-and-swap fails only because another one has succeeded.  It is not
// wait-free: one thread can be unlucky for ever (--ltl='waitfree(push)').
//: expect safe
//: options --property=ltl
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

typedef struct Node {
    struct Node *_Atomic next;
} Node;

static Node nodes[2];
static Node *_Atomic top;

/*@ progress lockfree */
static void push(Node *node)
{
    Node *old;
    do {
        old = top;
        node->next = old;
    } while (!atomic_compare_exchange_strong(&top, &old, node));
}

/*@ progress lockfree */
static Node *pop(void)
{
    for (;;) {
        Node *old = top;
        if (!old)
            return NULL;
        Node *next = old->next;
        if (atomic_compare_exchange_strong(&top, &old, next))
            return old;
    }
}

static void *work(void *arg)
{
    Node *mine = arg;
    for (;;) {
        if (mine)
            push(mine);
        mine = pop();
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, &nodes[0]);
    pthread_create(&b, NULL, work, &nodes[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
