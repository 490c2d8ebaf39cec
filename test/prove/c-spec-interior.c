//: prove unknown
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

struct big {
    int a;
    struct s inner;
};
/*@ requires holds(p->m)
    performs action (p->x) { p->x == 1 } */
void set(struct s *p)
{
    p->x = 1;
}
/*@ requires holds(b->inner.m) */
void f(struct big *b)
{
    b->inner.x = 0;
    set(&b->inner);
    assert(b->inner.x == 0);
}
