// Right code, of which heddle does not know enough, or whose specification is wrong.
#include <pthread.h>
#include <stdatomic.h>

struct s {
    pthread_mutex_t m;
    unsigned sum;
};

/*@ performs action (p->sum) { p->sum == \old(p->sum) + n * n } */
void add_n(struct s *p, unsigned n)
{
    pthread_mutex_lock(&p->m);
    for (unsigned i = 0; i < n; i++)
        p->sum += n;
    pthread_mutex_unlock(&p->m);
}

struct table {
    pthread_mutex_t m;
    int *values;
    unsigned size; /*@ invariant size > 0 */
    unsigned sum;
};

/*@ performs action (t->sum) { t->sum == \old(t->sum) } */
void add(struct table *t, unsigned n)
{
    pthread_mutex_lock(&t->m);
    t->sum += n % t->size;
    pthread_mutex_unlock(&t->m);
}

/*@ performs action (t->sum) { t->sum == \old(t->sum) } */
void add_value(struct table *t)
{
    pthread_mutex_lock(&t->m);
    t->sum = (unsigned)*t->values;
    pthread_mutex_unlock(&t->m);
}

static _Atomic int most;
/*@ performs action (most) { most >= n } [] action () { most >= n && n > 100 } */
void raise(int n)
{
    int seen = most;
    while (seen < n && !atomic_compare_exchange_strong(&most, &seen, n))
        ;
    (void)atomic_load(&most); // a look that changes nothing, behind the loop
}
