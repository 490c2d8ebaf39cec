//: sc safe
//: rc11 bug race
//: c11 safe
// A store of the same thread goes on with it in C11, and no more in C++20 and C23.
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
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    return unused;
}

static void *b(void *unused)
{
    if (atomic_load_explicit(&x, memory_order_acquire) == 2)
        assert(data == 1);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, a, NULL);
    pthread_create(&t[1], NULL, b, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    return 0;
}
