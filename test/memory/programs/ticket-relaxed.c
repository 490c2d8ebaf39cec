//: sc safe
//: rc11 bug race
// The same, and who takes it acquires nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int next, owner;
static int sum;

static void *a(void *unused)
{
    int mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
    while (atomic_load_explicit(&owner, memory_order_relaxed) != mine)
        ;
    int seen = sum;
    sum = seen + 1;
    atomic_store_explicit(&owner, mine + 1, memory_order_release);
    return unused;
}

static void *b(void *unused)
{
    int mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
    while (atomic_load_explicit(&owner, memory_order_relaxed) != mine)
        ;
    int seen = sum;
    sum = seen + 1;
    atomic_store_explicit(&owner, mine + 1, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, a, NULL);
    pthread_create(&t[1], NULL, b, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    assert(sum == 2);
    return 0;
}
