//: prove proved
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

int f(int v)
{
    struct s *n = malloc(sizeof *n);
    n->x = v;
    int r = n->x;
    assert(r == v);
    free(n);
    return r;
}
