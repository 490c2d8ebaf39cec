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

struct t {
    int a;
    int b;
};
struct t g;
/*@ performs action (p->a) { p->a == 1 } */
void set(struct t *p)
{
    p->a = 1;
}
void f(struct s *p)
{
    set((struct t *)p);
}
