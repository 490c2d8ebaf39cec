//: prove failed
//: failed early access 22 a == b
//: failed store access 26 struct node.next is written against its predicate
//: failed reset access 30 struct node.next is written against its predicate
//: failed thaw access 40 a == b
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node {
    _Atomic(struct node *) next; /*@ writable_if next == NULL */
};
struct box {
    _Atomic int state;
    _Atomic int value; /*@ writable_if state == 0 */
};
// mutants: seen before it was written; written twice; taken back; what makes it writable changes
void early(struct node *t)
{
    struct node *a = atomic_load(&t->next);
    struct node *b = atomic_load(&t->next);
    if (b != NULL)
        assert(a == b);
}
void store(struct node *t, struct node *n)
{
    atomic_store(&t->next, n);
}
void reset(struct node *t)
{
    atomic_store(&t->next, NULL);
}
void toggle(struct box *p)
{
    p->state = !p->state;
}
void thaw(struct box *p)
{
    int s = p->state, a = p->value, b = p->value;
    if (s)
        assert(a == b);
}
