//: sc safe
//: rc11 safe
// What is done once is known to all who come after.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_int other;
static int data;

static void set(void)
{
    data = 1;
}

static void *a(void *unused)
{
    pthread_once(&once, set);
    assert(data == 1);
    atomic_store_explicit(&other, 1, memory_order_relaxed);
    return unused;
}

static void *b(void *unused)
{
    pthread_once(&once, set);
    assert(data == 1);
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
    return 0;
}
