//: prove failed --property=memory
//: failed push_full access 112
//: failed any_slot access 121
//: failed one_more access 131
//: failed empty_slot access 139
//: failed weak_requires access 145
//: failed calls access 166
//: failed calls_second access 173
//: failed take_first memory 42
//: failed no_requires memory 48
//: failed looks_twice memory 56
//: failed inverted memory 67
//: failed falls_through memory 76
//: failed second memory 82
//: failed last memory 88
//: failed after_unlock memory 98
//: failed found memory 156
// Null pointers and indexes: what was looked at before may be something else now, or the test is a wrong one.
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
static pthread_mutex_t big = PTHREAD_MUTEX_INITIALIZER;
static struct node *guarded;
/*@ requires l != NULL */
int take_first(struct list *l)
{
    pthread_mutex_lock(&l->m);
    int v = l->head->v;
    pthread_mutex_unlock(&l->m);
    return v;
}
int no_requires(struct list *l)
{
    pthread_mutex_lock(&l->m);
    int v = (int)l->n;
    pthread_mutex_unlock(&l->m);
    return v;
}
int looks_twice(void)
{
    if (shared != NULL)
        return shared->v;
    return 0;
}
void clear(void)
{
    shared = NULL;
}
int inverted(void)
{
    struct node *x = shared;
    if (x == NULL)
        return x->v;
    return 0;
}
int falls_through(void)
{
    struct node *x = shared;
    int r = 0;
    if (x == NULL)
        r = 1;
    return r + x->v;
}
int second(void)
{
    struct node *x = shared;
    if (x != NULL)
        return x->next->v;
    return 0;
}
int last(void)
{
    struct node *x = shared;
    while (x->next != NULL)
        x = x->next;
    return x->v;
}
int after_unlock(void)
{
    pthread_mutex_lock(&big);
    int there = guarded != NULL;
    pthread_mutex_unlock(&big);
    pthread_mutex_lock(&big);
    int r = there ? guarded->v : 0;
    pthread_mutex_unlock(&big);
    return r;
}
void fill(struct node *x)
{
    pthread_mutex_lock(&big);
    guarded = x;
    pthread_mutex_unlock(&big);
}
/*@ requires l != NULL */
void push_full(struct list *l, int v)
{
    pthread_mutex_lock(&l->m);
    l->slots[l->n] = v;
    if (l->n < N)
        l->n++;
    pthread_mutex_unlock(&l->m);
}
/*@ requires l != NULL */
int any_slot(struct list *l, int i)
{
    pthread_mutex_lock(&l->m);
    int v = i < N ? l->slots[i] : 0;
    pthread_mutex_unlock(&l->m);
    return v;
}
/*@ requires l != NULL */
int one_more(struct list *l)
{
    int s = 0;
    pthread_mutex_lock(&l->m);
    for (int i = 0; i <= N; i++)
        s += l->slots[i];
    pthread_mutex_unlock(&l->m);
    return s;
}
/*@ requires l != NULL */
int empty_slot(struct list *l)
{
    pthread_mutex_lock(&l->m);
    int v = l->slots[l->n - 1];
    pthread_mutex_unlock(&l->m);
    return v;
}
int weak_requires(int i)
{
    return i > -2 && i < N ? table[i] : 0;
}
static struct node *find(int v)
{
    struct node *x = shared;
    while (x != NULL && x->v != v)
        x = x->next;
    return x;
}
int found(int v)
{
    return find(v)->v;
}
/*@ requires x != NULL
    performs action () { 1 } */
int value(struct node *x)
{
    return x->v;
}
int calls(void)
{
    return value(shared);
}
int calls_second(void)
{
    struct node *x = shared;
    if (x == NULL)
        return 0;
    return value(x->next);
}
/*@ requires p != NULL */
int beyond(const int *p)
{
    return p[1];
}
