//: sc safe
//: rc11 bug race
// Who reads the flag acquires nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;
static int data;

static void *a(void *unused)
{
    data = 42;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return unused;
}

static void *b(void *unused)
{
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        assert(data == 42);
    }
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
