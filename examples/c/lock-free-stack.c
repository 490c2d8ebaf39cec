//: expect safe
//: both
// A lock-free stack (Treiber 1986) whose head carries a tag, so that it is safe from the ABA
// problem.
//
//     heddle check examples/c/lock-free-stack.c
//
// Nodes live in an array and are used again.  The head is one word: the index of the first node and
// a tag that every pop increments.  A pop that was overtaken by others finds another tag, even if
// the first node is the same as before, and tries again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { NODES = 2, NONE = 255 };

typedef struct Head {
    unsigned char first, tag;
} Head;

typedef struct Node {
    atomic_uchar next;
    atomic_int owners; /* how many threads think that the node is theirs */
} Node;

static Node node[NODES];
static _Atomic(Head) head;

static void push(unsigned char n)
{
    Head old = atomic_load(&head), new;
    do {
        node[n].next = old.first;
        new = (Head){n, old.tag};
    } while (!atomic_compare_exchange_strong(&head, &old, new));
}

static unsigned char pop(void)
{
    Head old = atomic_load(&head), new;
    do {
        if (old.first == NONE)
            return NONE;
        new = (Head){node[old.first].next, (unsigned char)(old.tag + 1)};
    } while (!atomic_compare_exchange_strong(&head, &old, new));
    return old.first;
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
    atomic_init(&head, ((Head){NONE, 0}));
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
