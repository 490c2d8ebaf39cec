//: sc safe
//: tso safe
//: rc11 bug assert
// Store buffering across pthread_create, where the store in front of it is not seq_cst. GenMC 0.11 finds it, too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y, other;
static int saw_x, saw_y;

static void *load(void *unused)
{
    saw_y = atomic_load(&y);
    return unused;
}

static void *b(void *unused)
{
    atomic_store(&y, 1);
    saw_x = atomic_load(&x);
    atomic_store_explicit(&other, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, b, NULL);
    atomic_store_explicit(&x, 1, memory_order_release);
    pthread_create(&t[1], NULL, load, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    assert(saw_x || saw_y);
    return 0;
}
