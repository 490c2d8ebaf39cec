//: prove proved
// a member that is written once stays what it is
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node {
    _Atomic(struct node *) next; /*@ writable_if next == NULL */
};
struct box {
    pthread_mutex_t m;
    _Atomic int state; /*@ writable_if holds(m) && state == 0 */
    int slot[2][3];
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
void set(struct box *p)
{
    pthread_mutex_lock(&p->m);
    if (p->state == 0)
        p->state = 7;
    pthread_mutex_unlock(&p->m);
}
void see(struct box *p)
{
    int a = p->state, b = p->state;
    assert(a == 0 || a == b);
}
