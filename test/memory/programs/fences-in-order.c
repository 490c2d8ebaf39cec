//: rc11 safe
// The third thread has a fence, too: the value of x gets through it to the first one, and z with it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y, z;
static int saw_x, saw_y, saw_z;

static void *first(void *unused)
{
    saw_y = atomic_load_explicit(&y, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    saw_z = atomic_load_explicit(&z, memory_order_relaxed);
    return unused;
}

static void *second(void *unused)
{
    atomic_store_explicit(&z, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    return unused;
}

static void *third(void *unused)
{
    saw_x = atomic_load_explicit(&x, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    void *(*const start[])(void *) = {first, second, third};
    pthread_t t[3];
    for (int k = 0; k < 3; k++)
        pthread_create(&t[k], NULL, start[k], NULL);
    for (int k = 0; k < 3; k++)
        pthread_join(t[k], NULL);
    assert(!(saw_x && saw_y && !saw_z));
    return 0;
}
