//: prove failed
//: failed clear performs 18 (\forall int i; 0 <= i && i < 4; p->used[i] == 0)
// One is left.
#include <pthread.h>

struct pool {
    pthread_mutex_t m;
    int used[4]; /*@ accessible_if holds(m) */
};

/*@ performs action (p->used[0], p->used[1], p->used[2]) {
        (\forall int i; 0 <= i && i < 4; p->used[i] == 0) } */
void clear(struct pool *p)
{
    pthread_mutex_lock(&p->m);
    p->used[0] = p->used[1] = p->used[2] = 0;
    pthread_mutex_unlock(&p->m);
}
