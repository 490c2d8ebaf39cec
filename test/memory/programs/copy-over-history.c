//: sc safe
//: rc11 safe
// A copy is the latest value of an atomic cell: who knows of it reads that or a later one, and not
// what was there before it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

struct pair {
    int a, b;
};
static struct pair cell, two = {2, 2};
static atomic_int flag;

static void *work(void *unused)
{
    __atomic_store_n(&cell.a, 1, __ATOMIC_RELAXED);
    memcpy(&cell, &two, sizeof cell);
    atomic_store_explicit(&flag, 1, memory_order_release);
    __atomic_store_n(&cell.a, 3, __ATOMIC_RELAXED);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    if (atomic_load_explicit(&flag, memory_order_acquire) == 1) {
        int seen = __atomic_load_n(&cell.a, __ATOMIC_RELAXED);
        assert(seen == 2 || seen == 3);
    }
    pthread_join(a, NULL);
    return 0;
}
