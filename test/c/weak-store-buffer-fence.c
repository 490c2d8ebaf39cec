// Store buffering with a fence in one of the two threads: it takes one in the other, too.
//: expect bug assert 34
//: both
//: output With a seq_cst fence before the load in line 23, nothing would go wrong.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a, b;

static void *one(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

static void *two(void *unused)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    b = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(a || b);
    return 0;
}
