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

static void set(int *p)
{
    *p = 5;
}
/*@ requires holds(p->m) */
void f(struct s *p)
{
    p->x = 1;
    set(&p->x);
    assert(p->x == 1);
}
