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

void f(struct s *p)
{
    p->m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    p->x = 1;
}
