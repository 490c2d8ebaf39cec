#include <pthread.h>

struct node {
    int value;
    struct node *next;
};

struct stack {
    pthread_mutex_t m;
    struct node *top; /*@ accessible_if holds(m) */
    int size;         /*@ accessible_if holds(m) */
};

/*@ requires n >= 0 */
void resize(struct stack *s, int n)
{
    s->size = n;
}

/*@ performs action (s->top, s->size, n->next) { s->top == n && s->size == \old(s->size) + 1 } */
void push(struct stack *s, struct node *n)
{
    pthread_mutex_lock(&s->m);
    n->next = s->top;
    s->top = n;
    pthread_mutex_unlock(&s->m);
    pthread_mutex_lock(&s->m);
    s->size++;
    pthread_mutex_unlock(&s->m);
}
