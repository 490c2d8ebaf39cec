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

struct t {
    pthread_mutex_t m;
    int a;
    int b;
};
/*@ requires holds(p->m) */
void f(struct s *p)
{
    struct t *q = (struct t *)p;
    p->x = 1;
    q->a = 2;
    assert(p->x == 1);
}
