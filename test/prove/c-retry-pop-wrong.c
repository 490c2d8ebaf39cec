//: prove failed
//: failed pop1 performs 30
//: failed pop2 performs 41
//: failed pop3 performs 50
//: failed pop4 performs 61
//: failed pop5 performs 72
//: failed pop6 performs 90
//: failed drop performs 98
//: failed drop2 performs 106
//: failed popv performs 115
//: failed popv2 performs 123
//: failed push performs 136
// What is returned is not what was taken, or what is put in does not lead to the rest.
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
struct node {
    struct node *next;
    int value;
};
static struct {
    _Atomic(struct node *) top;
} g;
/*@ performs action () { \result == NULL && g.top == NULL } [] action (g.top) { \result != NULL && \old(g.top) == \result && g.top == \result->next } */
struct node *pop1(void)
{
    struct node *old = atomic_load(&g.top);
    while (old && atomic_compare_exchange_weak(&g.top, &old, old->next))
        ;
    return old;
}
/*@ performs action () { \result == NULL && g.top == NULL } [] action (g.top) { \result != NULL && \old(g.top) == \result && g.top == \result->next } */
struct node *pop2(void)
{
    struct node *old;
    do {
        old = atomic_load(&g.top);
        if (old == NULL)
            return NULL;
    } while (!atomic_compare_exchange_weak(&g.top, &old, old->next));
    return g.top;
}
/*@ performs action () { \result == NULL && g.top == NULL } [] action (g.top) { \result != NULL && \old(g.top) == \result && g.top == \result->next } */
struct node *pop3(void)
{
    struct node *old = atomic_load(&g.top);
    struct node *next = old ? old->next : NULL;
    while (old && !atomic_compare_exchange_weak(&g.top, &old, next))
        ;
    return old;
}
/*@ performs action () { \result == NULL && g.top == NULL } [] action (g.top) { \result != NULL && \old(g.top) == \result && g.top == \result->next } */
struct node *pop4(void)
{
    struct node *h = g.top;
    while (h != NULL) {
        struct node *n = h->next;
        if (atomic_compare_exchange_strong(&g.top, &h, n))
            break;
    }
    return h ? h->next : NULL;
}
/*@ performs action () { \result == NULL && g.top == NULL } [] action (g.top) { \result != NULL && \old(g.top) == \result && g.top == \result->next } */
struct node *pop5(void)
{
    struct node *h = g.top;
    while (h != NULL) {
        struct node *n = h->next;
        if (atomic_compare_exchange_strong(&g.top, &h, n))
            return h;
        return NULL;
    }
    return NULL;
}
/*@ performs action () { \result == NULL && g.top == NULL } [] action (g.top) { \result != NULL && \old(g.top) == \result && g.top == \result->next } */
struct node *pop6(void)
{
    bool done = false;
    struct node *h;
    do {
        h = g.top;
        if (!h)
            done = true;
        else {
            struct node *seen = h;
            done = atomic_compare_exchange_strong(&g.top, &seen, h->next);
            h = seen;
        }
    } while (!done);
    return h == NULL ? NULL : h->next;
}
/*@ performs action () { !\result && g.top == NULL } [] action (g.top) { \result && \old(g.top) != NULL && g.top == \old(g.top->next) } */
bool drop(void)
{
    struct node *h = g.top;
    while (h && !atomic_compare_exchange_weak(&g.top, &h, h->next))
        ;
    return g.top != NULL;
}
/*@ performs action () { !\result && g.top == NULL } [] action (g.top) { \result && \old(g.top) != NULL && g.top == \old(g.top->next) } */
bool drop2(void)
{
    struct node *h = g.top, *s = h;
    while (h && !atomic_compare_exchange_weak(&g.top, &h, h->next))
        ;
    return s != NULL;
}
/*@ performs action () { \result == -1 && g.top == NULL } [] action (g.top) { \old(g.top) != NULL && \result == \old(g.top->value) && g.top == \old(g.top->next) } */
int popv(void)
{
    struct node *h = atomic_load(&g.top);
    int v = h ? h->value : -1;
    while (h && !atomic_compare_exchange_weak(&g.top, &h, h->next))
        ;
    return v;
}
/*@ performs action () { \result == -1 && g.top == NULL } [] action (g.top) { \old(g.top) != NULL && \result == \old(g.top->value) && g.top == \old(g.top->next) } */
int popv2(void)
{
    struct node *h = atomic_load(&g.top);
    while (h && !atomic_compare_exchange_weak(&g.top, &h, h->next))
        ;
    return h && h->next ? h->next->value : -1;
}
/*@ performs action (g.top) { g.top != NULL && g.top->next == \old(g.top) && g.top->value == v } */
void push(int v)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        abort();
    n->value = v;
    struct node *h = g.top;
    n->next = h;
    while (!atomic_compare_exchange_weak(&g.top, &h, n))
        ;
}
