//: prove unknown
//: unknown many bytes are copied or set, one after the other, and other threads may touch them
// The members of what `out` points to are written one after the other: whoever else knows it can
// see some of them old and some of them new.
#include <pthread.h>

struct point {
    int x, y;
    long z;
};

struct box {
    pthread_mutex_t m;
    struct point p;
};

/*@ performs action (out->x, out->y, out->z) {
        out->x == b->p.x && out->y == b->p.y && out->z == b->p.z } */
void get(struct box *b, struct point *out)
{
    pthread_mutex_lock(&b->m);
    *out = b->p;
    pthread_mutex_unlock(&b->m);
}
