// Who is let go at a barrier knows what all have done before they came, also where nothing else puts
// them in order; and who passes it later than another one comes after that one.
//: expect safe
//: both
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t both, alone;
static atomic_int flag, late;
static int data, more;

static void *writer(void *unused)
{
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    pthread_barrier_wait(&both);
    more = 1;
    pthread_barrier_wait(&alone);
    atomic_store_explicit(&late, 1, memory_order_relaxed);
    return unused;
}

static void *reader(void *unused)
{
    pthread_barrier_wait(&both);
    assert(data && atomic_load_explicit(&flag, memory_order_relaxed));
    if (!atomic_load_explicit(&late, memory_order_relaxed))
        return unused;
    pthread_barrier_wait(&alone);
    assert(more);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_barrier_init(&both, NULL, 2);
    pthread_barrier_init(&alone, NULL, 1);
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL), pthread_join(b, NULL);
    return 0;
}
