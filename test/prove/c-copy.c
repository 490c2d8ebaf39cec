//: prove failed
//: failed f access 19 the assertion may fail: p->x == 1
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

/*@ requires holds(p->m) */
void f(struct s *p)
{
    p->x = 1;
    memset(&p->x, 0, sizeof p->x);
    assert(p->x == 1);
}
