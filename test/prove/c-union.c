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

struct u {
    pthread_mutex_t m;
    union {
        int i;
        char c[4];
    } v;
};
/*@ requires holds(p->m) */
void f(struct u *p)
{
    p->v.i = 1;
    p->v.c[0] = 2;
    assert(p->v.i == 1);
}
