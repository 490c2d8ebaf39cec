//: prove proved
// The pop of a stack, in the usual ways.
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
struct node {
    struct node *next;
    int value;
};
struct stack {
    _Atomic(struct node *) top;
};
/*@ performs action () { \result == NULL && s->top == NULL } [] action (s->top) { \result != NULL && \old(s->top) == \result && s->top == \result->next } */
struct node *pop1(struct stack *s)
{
    struct node *old = atomic_load(&s->top);
    while (old && !atomic_compare_exchange_weak(&s->top, &old, old->next))
        ;
    return old;
}
/*@ performs action () { \result == NULL && s->top == NULL } [] action (s->top) { \result != NULL && \old(s->top) == \result && s->top == \result->next } */
struct node *pop2(struct stack *s)
{
    struct node *old;
    do {
        old = atomic_load(&s->top);
        if (old == NULL)
            return NULL;
    } while (!atomic_compare_exchange_weak(&s->top, &old, old->next));
    return old;
}
/*@ performs action () { \result == NULL && s->top == NULL } [] action (s->top) { \result != NULL && \old(s->top) == \result && s->top == \result->next } */
struct node *pop3(struct stack *s)
{
    struct node *old = atomic_load(&s->top);
    do {
        if (old == NULL)
            break;
    } while (!atomic_compare_exchange_weak(&s->top, &old, old->next));
    return old;
}
/*@ performs action () { \result == NULL && s->top == NULL } [] action (s->top) { \result != NULL && \old(s->top) == \result && s->top == \result->next } */
struct node *pop4(struct stack *s)
{
    struct node *old, *next;
    do {
        old = s->top;
        if (!old)
            return NULL;
        next = old->next;
    } while (!atomic_compare_exchange_weak(&s->top, &old, next));
    return old;
}
/*@ performs action () { \result == NULL && s->top == NULL } [] action (s->top) { \result != NULL && \old(s->top) == \result && s->top == \result->next } */
struct node *pop5(struct stack *s)
{
    struct node *h = s->top;
    while (h != NULL) {
        struct node *n = h->next;
        if (atomic_compare_exchange_strong(&s->top, &h, n))
            return h;
    }
    return NULL;
}
/*@ performs action () { \result == NULL && s->top == NULL } [] action (s->top) { \result != NULL && \old(s->top) == \result && s->top == \result->next } */
struct node *pop6(struct stack *s)
{
    struct node *h;
    for (h = s->top; h; h = s->top) {
        struct node *seen = h;
        if (atomic_compare_exchange_strong(&s->top, &seen, h->next))
            break;
    }
    return h;
}
/*@ performs action () { \result == NULL && s->top == NULL } [] action (s->top) { \result != NULL && \old(s->top) == \result && s->top == \result->next } */
struct node *pop7(struct stack *s)
{
    struct node *h;
    bool done = false;
    do {
        h = s->top;
        if (!h)
            done = true;
        else {
            struct node *seen = h;
            done = atomic_compare_exchange_strong(&s->top, &seen, h->next);
        }
    } while (!done);
    return h;
}
/*@ performs action () { !\result && s->top == NULL } [] action (s->top) { \result && \old(s->top) != NULL && s->top == \old(s->top->next) } */
bool drop(struct stack *s)
{
    struct node *h = s->top;
    while (h && !atomic_compare_exchange_weak(&s->top, &h, h->next))
        ;
    return h != NULL;
}
/*@ performs action (s->top) { \result == \old(s->top) && s->top == NULL } */
struct node *take_all(struct stack *s)
{
    struct node *old = s->top;
    while (!atomic_compare_exchange_weak(&s->top, &old, NULL))
        ;
    return old;
}
