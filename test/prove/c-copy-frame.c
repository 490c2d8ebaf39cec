//: prove failed
//: failed get performs 21 the block changes
// The copy changes all members of what it is given, the action only one.
#include <pthread.h>

struct point {
    int x, y;
};

struct box {
    pthread_mutex_t m;
    struct point p;
};

/*@ performs action (out->x) { out->x == b->p.x } */
void get(struct box *b, struct point *out)
{
    pthread_mutex_lock(&b->m);
    *out = b->p;
    pthread_mutex_unlock(&b->m);
}
