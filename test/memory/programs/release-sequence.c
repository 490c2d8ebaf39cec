//: sc safe
//: rc11 safe
//: c11 safe
// An update goes on with the release sequence of what it has read.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
static int data;

static void *a(void *unused)
{
    data = 1;
    atomic_store_explicit(&x, 1, memory_order_release);
    return unused;
}

static void *b(void *unused)
{
    atomic_fetch_add_explicit(&x, 2, memory_order_relaxed);
    return unused;
}

static void *c(void *unused)
{
    if (atomic_load_explicit(&x, memory_order_acquire) == 3)
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
