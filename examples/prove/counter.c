//: prove proved
//: expect safe
// Figure 1 of the paper, in C.  The access predicate is inferred.
#include <pthread.h>

struct counter {
    pthread_mutex_t m;
    int count;
};

/*@ performs action (c->count) { \old(unlocked(c->m)) && c->count == \old(c->count) + 1 } */
static void increment(struct counter *c)
{
    pthread_mutex_lock(&c->m);
    int j = c->count;
    j++;
    c->count = j;
    pthread_mutex_unlock(&c->m);
}

static struct counter shared = {PTHREAD_MUTEX_INITIALIZER, 0};

static void *worker(void *unused)
{
    (void)unused;
    increment(&shared);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
