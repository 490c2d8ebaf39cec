//: expect bug assert 31
// A pointer in the middle of a struct that is copied at once: others can reach what it points to.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
struct box {
    long a, b;
    _Atomic int *p;
    long c, d;
} g;
static void *worker(void *u)
{
    if (g.p) {
        atomic_store(g.p, 1);
        atomic_store(g.p, 0);
    }
    return 0;
}
int main(void)
{
    pthread_t t;
    struct box s = {0};
    s.p = malloc(sizeof *s.p);
    if (!s.p)
        return 0;
    atomic_init(s.p, 0);
    memcpy(&g, &s, sizeof g);
    pthread_create(&t, 0, worker, 0);
    assert(atomic_load(s.p) == 0);
    pthread_join(t, 0);
    free(s.p);
    return 0;
}
