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

/*@ performs action (p->x) { p->x == \old(p->x) + 1 } */
void f(struct s *p)
{
    int j = p->x;
    p->x = j + 1;
}
