//: prove proved
// Structs are copied and set to zero member by member.
#include <pthread.h>
#include <string.h>

struct point {
    int x, y;
    long z;
};

struct box {
    pthread_mutex_t m;
    struct point p;
    char name[4];
};

/*@ performs action (b->p.x, b->p.y, b->p.z) { b->p.x == 1 && b->p.y == 2 && b->p.z == 0 } */
void set(struct box *b)
{
    struct point q = {1, 2, 0};
    pthread_mutex_lock(&b->m);
    b->p = q;
    pthread_mutex_unlock(&b->m);
}

/*@ performs action (b->p.x, b->p.y, b->p.z, b->name[1], b->name[0], b->name[2], b->name[3]) {
        b->p.x == 0 && b->p.z == 0 && b->name[1] == 0 } */
void clear(struct box *b)
{
    pthread_mutex_lock(&b->m);
    memset(&b->p, 0, sizeof b->p + sizeof b->name);
    pthread_mutex_unlock(&b->m);
}

/*@ performs action () { \result == b->p.x + b->p.z } */
long get(struct box *b)
{
    struct point q;
    pthread_mutex_lock(&b->m);
    q = b->p;
    pthread_mutex_unlock(&b->m);
    return q.x + q.z;
}
