//: sc safe
//: rc11 safe
// Who leaves a barrier knows what the others have done before it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static atomic_int other;
static int data;

static void *a(void *unused)
{
    data = 1;
    pthread_barrier_wait(&barrier);
    atomic_store_explicit(&other, 1, memory_order_relaxed);
    return unused;
}

static void *b(void *unused)
{
    pthread_barrier_wait(&barrier);
    assert(data == 1);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t[0], NULL, a, NULL);
    pthread_create(&t[1], NULL, b, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    return 0;
}
