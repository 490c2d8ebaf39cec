#include <pthread.h>
#include <stdatomic.h>
struct counter {
    pthread_mutex_t m;
    int count;
    int limit;
};
static int total;
static pthread_mutex_t big = PTHREAD_MUTEX_INITIALIZER;
static atomic_int hits;
void increment(struct counter *c)
{
    pthread_mutex_lock(&c->m);
    c->count++;
    pthread_mutex_unlock(&c->m);
}
void add(struct counter *c, int n)
{
    pthread_mutex_lock(&c->m);
    c->count += n;
    pthread_mutex_unlock(&c->m);
}
int get(struct counter *c)
{
    pthread_mutex_lock(&c->m);
    int n = c->count;
    pthread_mutex_unlock(&c->m);
    return n;
}
int hit(void)
{
    return atomic_fetch_add(&hits, 1);
}
void sum(int n)
{
    pthread_mutex_lock(&big);
    for (int i = 0; i < n; i++)
        total += 2;
    pthread_mutex_unlock(&big);
}
void twice(struct counter *c)
{
    increment(c);
    increment(c);
}
