//: expect bug race
// The same in weak memory: a relaxed flag puts nothing in order.
#include <pthread.h>
#include <stdatomic.h>

static struct {
    unsigned a : 20, b : 20, c : 20, d : 20, e : 20;
} all;
static atomic_int flag;

static void *set(void *unused)
{
    all.a = 1;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, set, NULL);
    if (atomic_load_explicit(&flag, memory_order_relaxed))
        all.e = 3;
    pthread_join(t, NULL);
    return 0;
}
