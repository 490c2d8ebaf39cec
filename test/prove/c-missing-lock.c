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

struct c {
    pthread_mutex_t m;
    int x; /*@ accessible_if holds(m) */
};
void f(struct c *p)
{
    p->x = 1;
}
