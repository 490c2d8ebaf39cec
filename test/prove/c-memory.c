//: prove proved --property=memory
// Null pointers and indexes: right ones.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
enum { N = 4 };
struct node {
    struct node *next;
    int v;
};
struct list {
    pthread_mutex_t m;
    struct node *head;
    int slots[N];
    unsigned n;
    /*@ invariant unlocked(m) ==> n <= N */
};
static struct node *_Atomic shared;
static int table[N];
/*@ requires l != NULL */
void push(struct list *l, int v)
{
    struct node *x = malloc(sizeof *x);
    if (!x)
        return;
    x->v = v;
    pthread_mutex_lock(&l->m);
    x->next = l->head;
    l->head = x;
    pthread_mutex_unlock(&l->m);
}
/*@ requires l != NULL */
int sum(struct list *l)
{
    int s = 0;
    pthread_mutex_lock(&l->m);
    for (struct node *x = l->head; x; x = x->next)
        s += x->v;
    pthread_mutex_unlock(&l->m);
    return s;
}
/*@ requires l != NULL */
int pop(struct list *l)
{
    int v = -1;
    pthread_mutex_lock(&l->m);
    struct node *x = l->head;
    if (x) {
        l->head = x->next;
        v = x->v;
    }
    pthread_mutex_unlock(&l->m);
    return v;
}
/*@ requires l != NULL */
void push_slot(struct list *l, int v)
{
    pthread_mutex_lock(&l->m);
    if (l->n < N)
        l->slots[l->n++] = v;
    pthread_mutex_unlock(&l->m);
}
/*@ requires l != NULL */
int sum_slots(struct list *l)
{
    int s = 0;
    pthread_mutex_lock(&l->m);
    for (unsigned i = 0; i < l->n; i++)
        s += l->slots[i];
    pthread_mutex_unlock(&l->m);
    return s;
}
/*@ requires l != NULL */
int all_slots(struct list *l)
{
    int s = 0;
    pthread_mutex_lock(&l->m);
    for (int i = 0; i < N; i++)
        s += l->slots[i];
    pthread_mutex_unlock(&l->m);
    return s;
}
int looks_once(void)
{
    struct node *x = shared;
    return x != NULL ? x->v : 0;
}
void clear(void)
{
    shared = NULL;
}
int entry(int i)
{
    return i >= 0 && i < N ? table[i] : 0;
}
/*@ requires x != NULL
    performs action () { 1 } */
int value(struct node *x)
{
    return x->v;
}
int calls(void)
{
    struct node *x = shared;
    return x ? value(x) : 0;
}
/*@ requires p != NULL */
int first(const int *p)
{
    return p[0] + *p;
}
