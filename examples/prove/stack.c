//: prove proved
//: expect safe
// A stack behind one lock.  The access predicates are inferred.
#include <pthread.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct stack {
    pthread_mutex_t m;
    struct node *head;
};

/*@ performs action "Push": (s->head) {
        \old(unlocked(s->m)) && s->head != NULL && s->head->value == v &&
        s->head->next == \old(s->head) } */
static void push(struct stack *s, int v)
{
    struct node *n = malloc(sizeof *n);
    n->value = v;
    pthread_mutex_lock(&s->m);
    n->next = s->head;
    s->head = n;
    pthread_mutex_unlock(&s->m);
}

/*@ performs action "Empty": () { \result == -1 && s->head == NULL }
          [] action "Pop": (s->head) {
                 \old(unlocked(s->m)) && \old(s->head) != NULL &&
                 \result == \old(s->head->value) && s->head == \old(s->head->next) } */
static int pop(struct stack *s)
{
    int v = -1;
    pthread_mutex_lock(&s->m);
    if (s->head) {
        v = s->head->value;
        s->head = s->head->next;
    }
    pthread_mutex_unlock(&s->m);
    return v;
}

static void *worker(void *argument)
{
    struct stack *s = argument;
    push(s, 1);
    pop(s);
    return NULL;
}

int main(void)
{
    struct stack *s = malloc(sizeof *s);
    pthread_t a, b;
    pthread_mutex_init(&s->m, NULL);
    s->head = NULL;
    pthread_create(&a, NULL, worker, s);
    pthread_create(&b, NULL, worker, s);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
