//: rc11 bug race
// Two scalars that lie next to each other, written by one thread before and after it has released something.
#include <pthread.h>
#include <stdatomic.h>

static struct {
    int before, after;
} pair;
static atomic_int first, second;

static void *writer(void *unused)
{
    pair.before = 1;
    atomic_store_explicit(&first, 1, memory_order_release);
    pair.after = 1;
    atomic_store_explicit(&second, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    int sum = 0;
    pthread_create(&t, 0, writer, 0);
    if (atomic_load_explicit(&second, memory_order_relaxed) &&
        atomic_load_explicit(&first, memory_order_acquire))
        sum = pair.before + pair.after;
    pthread_join(t, 0);
    return sum;
}
