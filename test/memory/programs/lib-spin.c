//: sc safe
//: rc11 safe
// A spin lock of the library.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_spinlock_t lock;
static atomic_int other;
static int data;

static void *a(void *unused)
{
    pthread_spin_lock(&lock);
    data++;
    pthread_spin_unlock(&lock);
    atomic_store_explicit(&other, 1, memory_order_relaxed);
    return unused;
}

static void *b(void *unused)
{
    pthread_spin_lock(&lock);
    data++;
    pthread_spin_unlock(&lock);
    atomic_store_explicit(&other, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, a, NULL);
    pthread_create(&t[1], NULL, b, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    assert(data == 2);
    return 0;
}
