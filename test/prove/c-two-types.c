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
};
void f(void *p)
{
    struct s *q = p;
    struct t *r = p;
    q->x = 1;
    r->a = 2;
}
