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

static void *work(void *p)
{
    struct s *q = p;
    q->x = 1;
    return NULL;
}
int main(void)
{
    struct s l;
    pthread_t t;
    l.x = 0;
    pthread_create(&t, NULL, work, &l);
    assert(l.x == 0);
    pthread_join(t, NULL);
    return 0;
}
