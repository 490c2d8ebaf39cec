//: sc safe
//: tso bug assert
//: rc11 bug assert
// Store buffering: weaker fences do not help.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int saw_x, saw_y;

static void *a(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_acq_rel);
    saw_y = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

static void *b(void *unused)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_acq_rel);
    saw_x = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, a, NULL);
    pthread_create(&t[1], NULL, b, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    assert(saw_x || saw_y);
    return 0;
}
