//: prove failed
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

struct s g;
/*@ requires holds(g.m) */
void f(struct s *p)
{
    g.x = 1;
    p->x = 2;
    assert(g.x == 1);
}
