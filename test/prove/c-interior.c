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

int *where;
void f(struct s *p)
{
    where = &p->y;
}
/*@ performs action (*where) { *where == 3 } */
void g(void)
{
    *where = 3;
}
