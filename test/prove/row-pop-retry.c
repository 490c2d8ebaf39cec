//: prove proved
// A loop that tries again, and returns a pointer that was declared in it
#include <stdatomic.h>
#include <stdlib.h>
struct node {
    struct node *next;
    int value;
};
struct stack {
    _Atomic(struct node *) top;
};
/*@ performs action () { \result == NULL && s->top == NULL }
    [] action (s->top) { \result != NULL && \old(s->top) == \result && s->top == \result->next } */
struct node *pop(struct stack *s)
{
    for (;;) {
        struct node *old = atomic_load(&s->top);
        if (old == NULL)
            return NULL;
        struct node *seen = old;
        if (atomic_compare_exchange_weak(&s->top, &seen, old->next))
            return old;
    }
}
