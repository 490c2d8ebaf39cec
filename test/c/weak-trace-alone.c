//: expect bug race
// Accesses that keep to a discipline are not noted, and whether they do is decided for a transaction as a whole: its
// actions one by one may end in another state.  The run that leads to the bug is found nevertheless.
#include <pthread.h>
#include <stdlib.h>

struct ring {
    volatile unsigned put, full, taken;
    void *slot[2];
};

static struct ring *ring;

static void *run(void *unused)
{
    unsigned at = ring->put;
    if (!__atomic_compare_exchange_n(&ring->put, &at, at + 1, 0, __ATOMIC_ACQ_REL,
                                     __ATOMIC_RELAXED))
        return unused;
    ring->slot[at] = &ring;
    if (ring->full != at)
        return unused;
    ring->full = at + 1;
    at = ring->taken;
    if (at == ring->full || !__atomic_compare_exchange_n(&ring->taken, &at, at + 1, 0,
                                                         __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        return unused;
    return __atomic_load_n(&ring->slot[at], __ATOMIC_RELAXED);
}

int main(void)
{
    pthread_t t[2];
    ring = malloc(sizeof *ring);
    if (!ring)
        return 0;
    ring->put = ring->full = ring->taken = 0;
    ring->slot[0] = ring->slot[1] = NULL;
    for (int i = 0; i < 2; i++)
        pthread_create(t + i, NULL, run, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
