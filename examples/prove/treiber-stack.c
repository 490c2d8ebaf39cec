//: prove proved
// Treiber's stack: a push or pop takes effect where its compare-and-swap succeeds.  Nodes are not freed.
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *_Atomic head;

/*@ performs action "Push": (head) { head != NULL && head->value == v && head->next == \old(head) } */
void push(int v)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        abort();
    n->value = v;
    struct node *h = head;
    do
        n->next = h;
    while (!atomic_compare_exchange_strong(&head, &h, n));
}

/*@ performs action "Empty": () { \result == NULL && head == NULL }
          [] action "Pop": (head) { \result == \old(head) && \old(head) != NULL && head == \old(head->next) } */
struct node *pop(void)
{
    for (;;) {
        struct node *h = head;
        if (!h)
            return NULL;
        if (atomic_compare_exchange_strong(&head, &h, h->next))
            return h;
    }
}
