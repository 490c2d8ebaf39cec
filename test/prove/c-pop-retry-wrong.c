//: prove failed
//: failed second performs 28
//: failed careless performs 38
//: failed empties performs 53
//: failed gives_up performs 65
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
struct node *second(struct stack *s)
{
    for (;;) {
        struct node *old = atomic_load(&s->top);
        if (old == NULL)
            return NULL;
        struct node *seen = old;
        if (atomic_compare_exchange_weak(&s->top, &seen, old->next))
            return old->next;
    }
    // the node behind it
}
/*@ performs action () { \result == NULL && s->top == NULL }
    [] action (s->top) { \result != NULL && \old(s->top) == \result && s->top == \result->next } */
struct node *careless(struct stack *s)
{
    for (;;) {
        struct node *old = atomic_load(&s->top);
        if (old == NULL)
            return NULL;
        atomic_store(&s->top, old->next);
        return old;
    }
}
/*@ performs action () { \result == NULL && s->top == NULL }
    [] action (s->top) { \result != NULL && \old(s->top) == \result && s->top == \result->next } */
struct node *empties(struct stack *s)
{
    for (;;) {
        struct node *old = atomic_load(&s->top);
        if (old == NULL)
            return NULL;
        struct node *seen = old;
        if (atomic_compare_exchange_weak(&s->top, &seen, NULL))
            return old;
    }
}
/*@ performs action () { \result == NULL && s->top == NULL }
    [] action (s->top) { \result != NULL && \old(s->top) == \result && s->top == \result->next } */
struct node *gives_up(struct stack *s)
{
    for (;;) {
        struct node *old = atomic_load(&s->top), *seen = old;
        if (old == NULL)
            return NULL;
        if (atomic_compare_exchange_weak(&s->top, &seen, old->next))
            return old;
        else
            return NULL;
    }
}
