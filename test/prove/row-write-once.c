//: prove proved
// A field that is written once
#include <stdatomic.h>
#include <stdlib.h>
#include <assert.h>
struct node {
    _Atomic(struct node *) next; /*@ writable_if next == NULL */
};
void f(struct node *t)
{
    struct node *a = atomic_load(&t->next);
    struct node *b = atomic_load(&t->next);
    if (a != NULL)
        assert(a == b);
}
void g(struct node *t, struct node *n)
{
    struct node *e = NULL;
    atomic_compare_exchange_strong(&t->next, &e, n);
}
