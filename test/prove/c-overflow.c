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

/*@ performs action (p->x) { \old(unlocked(p->m)) && p->x > \old(p->x) } */
void f(struct s *p)
{
    pthread_mutex_lock(&p->m);
    p->x = p->x + 1;
    pthread_mutex_unlock(&p->m);
}
