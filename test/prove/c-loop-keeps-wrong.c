//: prove failed
//: failed sum performs 27 the predicate of the action "Count" does not hold: x == \old(x) + 2
//: failed grow performs 39 the predicate of the action "Grow" does not hold: b->count == \old(b->count) + 1
// The same loops, but they write.
#include <pthread.h>

struct box {
    pthread_mutex_t lock;
    unsigned count, data[8];
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned a[8], x;

/*@ performs action "Count": (x) { x == \old(x) + 2 } */
unsigned sum(unsigned n)
{
    unsigned all = 0;
    pthread_mutex_lock(&m);
    x++;
    for (unsigned i = 0; i < n; i++)
        x += a[i % 8];
    x++;
    for (unsigned i = 0; i < n; i++)
        all ^= a[i % 8];
    pthread_mutex_unlock(&m);
    return all;
}

/*@ performs action "Grow": (b->count) { b->count == \old(b->count) + 1 } */
unsigned grow(struct box *b, unsigned n)
{
    unsigned all = 0;
    pthread_mutex_lock(&b->lock);
    b->count++;
    for (unsigned i = 0; i < n; i++)
        b->count += i & 1;
    pthread_mutex_unlock(&b->lock);
    return all;
}
