//: expect bug assert 47
//: both
// A lock-free stack (Treiber 1986) with the ABA problem.
//
//     heddle check examples/c/lock-free-stack-broken.c
//
// A thread wants to pop node A, has read that B comes after it, and is interrupted.  Another thread
// pops A and B, keeps B, and pushes A again.  The head is A as before, so the compare-and-exchange
// of the first thread succeeds, and makes B the first node of the stack, which belongs to the other
// thread.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { NODES = 2, NONE = 255 };

typedef struct Node {
    atomic_uchar next;
    atomic_int owners; /* how many threads think that the node is theirs */
} Node;

static Node node[NODES];
static atomic_uchar head = NONE;

static void push(unsigned char n)
{
    unsigned char old = atomic_load(&head);
    do {
        node[n].next = old;
    } while (!atomic_compare_exchange_strong(&head, &old, n));
}

static unsigned char pop(void)
{
    unsigned char old = atomic_load(&head), next;
    do {
        if (old == NONE)
            return NONE;
        next = node[old].next;
    } while (!atomic_compare_exchange_strong(&head, &old, next));
    return old;
}

static void use(unsigned char n)
{
    assert(atomic_fetch_add(&node[n].owners, 1) == 0);
    atomic_fetch_sub(&node[n].owners, 1);
}

/* Takes one node. */
static void *taker(void *argument)
{
    (void)argument;
    unsigned char a = pop();
    if (a != NONE)
        use(a);
    return NULL;
}

/* Takes two nodes, keeps the second one and gives the first one back. */
static void *shuffler(void *argument)
{
    (void)argument;
    unsigned char a = pop(), b = pop();
    if (b != NONE)
        atomic_fetch_add(&node[b].owners, 1);
    if (a != NONE)
        push(a);
    return NULL;
}

int main(void)
{
    pthread_t one, two;
    for (unsigned char n = 0; n < NODES; n++)
        push(n);
    pthread_create(&one, NULL, taker, NULL);
    pthread_create(&two, NULL, shuffler, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    /* What is still in the stack belongs to nobody. */
    for (unsigned char n; (n = pop()) != NONE;)
        use(n);
    return 0;
}
