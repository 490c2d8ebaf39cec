//: prove unknown
//: unknown an index is outside of its array
//: shown
#include <pthread.h>

struct s {
    pthread_mutex_t m;
    int a[4]; /*@ accessible_if holds(m) */
    int b;    /*@ accessible_if holds(m) */
};

/*@ performs action (p->b) { p->b == \old(p->b) + 1 } */
void f(struct s *p)
{
    pthread_mutex_lock(&p->m);
    p->b++;
    p->a[5] = 3;
    pthread_mutex_unlock(&p->m);
}
