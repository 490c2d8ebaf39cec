//: expect unknown
//: output `__atomic_load`, on an object that no instruction of the processor takes at once
// A large atomic object that is read with a weaker order, by the functions of libatomic.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct large {
    long part[4];
};
static _Atomic struct large shared;

static void *work(void *unused)
{
    struct large l = {{1, 2, 3, 4}};
    atomic_store(&shared, l);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    struct large seen = atomic_load_explicit(&shared, memory_order_acquire);
    pthread_join(t, NULL);
    return seen.part[0] > 1;
}
