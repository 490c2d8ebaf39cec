//: prove proved
//: unknown lock order: struct table.big, then struct table.stats
#include <pthread.h>
struct node {
    pthread_mutex_t lock;
    struct node *next;
    int v;
};
struct table {
    pthread_mutex_t big;
    pthread_mutex_t stats;
    int hits;
    struct node *first;
    pthread_cond_t more;
    int n;
};
int get(struct table *t)
{
    pthread_mutex_lock(&t->big);
    while (t->n == 0)
        pthread_cond_wait(&t->more, &t->big);
    t->n--;
    pthread_mutex_lock(&t->stats);
    t->hits++;
    pthread_mutex_unlock(&t->stats);
    pthread_mutex_unlock(&t->big);
    return 0;
}
void put(struct table *t)
{
    pthread_mutex_lock(&t->big);
    t->n++;
    pthread_cond_signal(&t->more);
    pthread_mutex_unlock(&t->big);
}
