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

struct u {
    pthread_mutex_t m;
    union {
        int i;
        unsigned u;
    } v;
};
/*@ requires holds(p->m) */
void f(struct u *p)
{
    p->v.i = 1;
    p->v.u = 2;
    assert(p->v.i == 1);
}
