//: prove unknown
#include <stddef.h>
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

void f(int *y)
{
    struct s *p = (struct s *)((char *)y - offsetof(struct s, y));
    p->x = 1;
}
