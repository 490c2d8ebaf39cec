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
struct s *g;
void f(void)
{
    struct t *n = malloc(sizeof *n);
    n->a = 1;
    g = (struct s *)n;
}
