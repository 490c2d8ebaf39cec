//: sc safe
//: rc11 bug race
// Readers hand nothing to each other, also if one comes after the other.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int other;
static int data;

static void *a(void *unused)
{
    data = 1;
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    atomic_store_explicit(&other, 1, memory_order_relaxed);
    return unused;
}

static void *b(void *unused)
{
    if (!atomic_load_explicit(&other, memory_order_relaxed))
        return unused;
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
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
