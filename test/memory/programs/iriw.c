//: rc11 safe
// Two writers, two readers who see the writes in different orders.  All reads of x and y are seq_cst, and that
// puts them in one order; the counter is relaxed, so that the program is not simply sequentially consistent.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y, count;
static int saw_x, not_y, saw_y, not_x;

static void *write_x(void *unused)
{
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    atomic_store(&x, 1);
    return unused;
}

static void *write_y(void *unused)
{
    atomic_store(&y, 1);
    return unused;
}

static void *x_then_y(void *unused)
{
    saw_x = atomic_load(&x);
    not_y = !atomic_load(&y);
    return unused;
}

static void *y_then_x(void *unused)
{
    saw_y = atomic_load(&y);
    not_x = !atomic_load(&x);
    return unused;
}

int main(void)
{
    void *(*const start[])(void *) = {write_x, write_y, x_then_y, y_then_x};
    pthread_t t[4];
    for (int k = 0; k < 4; k++)
        pthread_create(&t[k], NULL, start[k], NULL);
    for (int k = 0; k < 4; k++)
        pthread_join(t[k], NULL);
    assert(!(saw_x && not_y && saw_y && not_x));
    return 0;
}
