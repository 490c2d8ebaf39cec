//: sc safe
//: rc11 bug race
// The same of the first half, if the second one was written again.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

static struct pair {
    int a, b;
} pair;
static int seen;
static atomic_int flag;

static void *work(void *unused)
{
    memset(&pair, 1, sizeof pair);
    pair.b = 2;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    if (atomic_load_explicit(&flag, memory_order_relaxed))
        seen = pair.a;
    pthread_join(a, NULL);
    return 0;
}
