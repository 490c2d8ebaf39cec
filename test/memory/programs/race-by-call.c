//: rc11 bug race
// The atomic store was first, and is noted since a function may access what it is given: nothing puts that behind it.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
static int copy;

__attribute__((noinline, optnone)) static void look(const int *at)
{
    copy = *at;
}

static void *write_x(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, write_x, NULL);
    if (atomic_load_explicit(&x, memory_order_relaxed))
        look((const int *)&x);
    pthread_join(t, NULL);
    return 0;
}
