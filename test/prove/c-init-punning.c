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
    int a[20];
};
struct t other;
struct s *g = (struct s *)&other;
void f(void)
{
    other.a[10] = 1;
    g->x = 2;
}
