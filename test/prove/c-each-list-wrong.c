//: prove failed
//: failed push access 29 the invariant does not hold any more: (\forall struct list *l;
//: failed inc access 33 struct node.value is read against its predicate: accessible_if
//: failed move access 40 the invariant does not hold any more: (\forall struct list *l;
//: failed graft access 50 the invariant does not hold any more: next == NULL || next->owner
// A node that belongs to nobody, a lock that is missing, a node, and a list, that come to another.
#include <pthread.h>
#include <stdlib.h>
struct list;
struct node {
    int value;         /*@ accessible_if holds(owner->lock) */
    struct node *next; /*@ accessible_if holds(owner->lock) */
    /*@ ghost struct list *owner; */
    /*@ invariant next == NULL || next->owner == owner */
};
struct list {
    pthread_mutex_t lock;
    struct node *head; /*@ accessible_if holds(lock) */
};
/*@ invariant (\forall struct list *l; l->head != NULL; l->head->owner == l) */
void push(struct list *l, int v)
{
    struct node *n = malloc(sizeof *n);
    n->value = v;
    /*@ ghost n->owner = NULL; */
    pthread_mutex_lock(&l->lock);
    n->next = NULL;
    l->head = n;
    pthread_mutex_unlock(&l->lock);
}
void inc(struct node *n)
{
    n->value++;
}
void move(struct list *a, struct list *b)
{
    pthread_mutex_lock(&a->lock);
    pthread_mutex_lock(&b->lock);
    b->head = a->head;
    pthread_mutex_unlock(&b->lock);
    pthread_mutex_unlock(&a->lock);
}
void graft(struct list *a, struct list *b)
{
    pthread_mutex_lock(&a->lock);
    pthread_mutex_lock(&b->lock);
    if (a->head) {
        a->head->next = b->head;
    }
    pthread_mutex_unlock(&b->lock);
    pthread_mutex_unlock(&a->lock);
}
