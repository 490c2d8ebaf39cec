//: prove failed
#include <pthread.h>

struct table {
    struct stripe {
        pthread_mutex_t lock;
        int count; /*@ accessible_if holds(lock) */
    } stripes[8];
};

void insert(struct table *t, int h)
{
    pthread_mutex_lock(&t->stripes[h].lock);
    t->stripes[h].count++;
    pthread_mutex_unlock(&t->stripes[h].lock);
}
