//: prove proved
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
struct s {
    pthread_mutex_t m;
    int x;
    int y;
    struct s *next;
};

struct t {
    int a; /*@ accessible_if holds(m) */
    pthread_mutex_t m;
};
struct t all[8];
/*@ requires holds(p->m)
    performs action (p->a) { p->a == v } */
void set(struct t *p, int v)
{
    p->a = v;
}
/*@ requires 0 <= i && i < 8
    performs action (all[i].a) { \old(unlocked(all[i].m)) && all[i].a == 3 } */
void f(int i)
{
    pthread_mutex_lock(&all[i].m);
    set(&all[i], 3);
    pthread_mutex_unlock(&all[i].m);
}
