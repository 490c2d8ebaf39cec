#include <pthread.h>

struct counter {
    pthread_mutex_t m;
    int count;
};

void increment(struct counter *c)
{
    pthread_mutex_lock(&c->m);
    c->count++;
    pthread_mutex_unlock(&c->m);
}

int get(struct counter *c)
{
    pthread_mutex_lock(&c->m);
    int count = c->count;
    pthread_mutex_unlock(&c->m);
    return count;
}
