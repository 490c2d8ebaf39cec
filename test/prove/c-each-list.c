//: prove proved
// Nodes are guarded by the lock of their list, which only the ghost knows; nobody says who may
// touch them.
#include <pthread.h>
#include <stdlib.h>
struct list;
struct node {
    int value;
    struct node *next;
    /*@ ghost struct list *owner; */
    /*@ invariant next == NULL || next->owner == owner */
};
typedef struct list list_t;
struct list {
    pthread_mutex_t lock;
    struct node *head;
};
/*@ invariant (\forall list_t *l; l->head != NULL; l->head->owner == l) */
void push(struct list *l, int v)
{
    struct node *n = malloc(sizeof *n);
    n->value = v;
    /*@ ghost n->owner = l; */
    pthread_mutex_lock(&l->lock);
    n->next = l->head;
    l->head = n;
    pthread_mutex_unlock(&l->lock);
}
void cut(struct list *l)
{
    pthread_mutex_lock(&l->lock);
    if (l->head && l->head->next)
        l->head->next = l->head->next->next;
    pthread_mutex_unlock(&l->lock);
}
void all(struct list *l)
{
    pthread_mutex_lock(&l->lock);
    for (struct node *n = l->head; n; n = n->next)
        n->value++;
    pthread_mutex_unlock(&l->lock);
}
//: shown
