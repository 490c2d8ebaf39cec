//: expect bug assert 29
// A number is written as a signed one and read as one without a sign, which a shift to the right does: the bits are
// those that were written, in a cell of one thread and in an atomic one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int data, flag;
static _Atomic unsigned shared = 5;
static unsigned seed = 5;

static void *work(void *unused)
{
    atomic_store_explicit(&data, 1, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    seed ^= 0xa0000000u;
    seed ^= seed >> 17;
    shared ^= 0xa0000000u;
    if (seed != 0xa0005005u || shared >> 17 != 0x5000u)
        return 1;
    if (atomic_load_explicit(&flag, memory_order_relaxed))
        assert(atomic_load_explicit(&data, memory_order_relaxed));
    return 0;
}
