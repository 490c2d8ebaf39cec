//: sc safe
//: rc11 bug race
// The thread between the two acquires nothing, and so passes nothing on.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int data;

static void *a(void *unused)
{
    data = 1;
    atomic_store_explicit(&x, 1, memory_order_release);
    return unused;
}

static void *b(void *unused)
{
    if (atomic_load_explicit(&x, memory_order_relaxed))
        atomic_store_explicit(&y, 1, memory_order_release);
    return unused;
}

static void *c(void *unused)
{
    if (atomic_load_explicit(&y, memory_order_acquire))
        assert(data == 1);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, a, NULL);
    pthread_create(&t[1], NULL, b, NULL);
    pthread_create(&t[2], NULL, c, NULL);
    for (int k = 0; k < 3; k++)
        pthread_join(t[k], NULL);
    return 0;
}
