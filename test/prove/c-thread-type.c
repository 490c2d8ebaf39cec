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
static void *work(void *p)
{
    struct s *q = p;
    pthread_mutex_lock(&q->m);
    q->x = 1;
    pthread_mutex_unlock(&q->m);
    return NULL;
}
int main(void)
{
    pthread_t t;
    struct t *n = malloc(sizeof *n);
    pthread_create(&t, NULL, work, n);
    return 0;
}
