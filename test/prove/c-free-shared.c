//: prove proved
#include <pthread.h>
#include <stdlib.h>
struct node {
    int v;
    struct node *next;
};
struct list {
    pthread_mutex_t m;
    struct node *head;
};
/*@ performs action (l->head) { \old(l->head) != NULL && l->head == \old(l->head->next) && \result
   == \old(l->head->v) }
   [] action () { l->head == NULL && \result == -1 } */
int pop(struct list *l)
{
    pthread_mutex_lock(&l->m);
    struct node *n = l->head;
    if (!n) {
        pthread_mutex_unlock(&l->m);
        return -1;
    }
    l->head = n->next;
    pthread_mutex_unlock(&l->m);
    int v = n->v;
    free(n);
    return v;
}
