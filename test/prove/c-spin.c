//: prove proved
#include <pthread.h>
struct c {
    pthread_spinlock_t s;
    long n;
};
/*@ performs action (c->n) { c->n == \old(c->n) + 1 } */
void inc(struct c *c)
{
    pthread_spin_lock(&c->s);
    c->n++;
    pthread_spin_unlock(&c->s);
}
//: shown
