//: prove unknown
// The new node may be where the old one was: then the exchange takes it for the one that was read.
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static _Atomic(struct node *) head;

void pop(void)
{
    struct node *n = head;
    while (n && !atomic_compare_exchange_strong(&head, &n, n->next))
        continue;
    free(n);
}
