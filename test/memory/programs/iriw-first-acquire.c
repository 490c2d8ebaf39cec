//: rc11 bug assert
// Two writers, two readers who see the writes in different orders.  The first reads only acquire: that does not put the
// seq_cst accesses in one order, though each of these is seq_cst.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int saw_x, not_y, saw_y, not_x;

static void *write_x(void *unused)
{
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
    saw_x = atomic_load_explicit(&x, memory_order_acquire);
    not_y = !atomic_load(&y);
    return unused;
}

static void *y_then_x(void *unused)
{
    saw_y = atomic_load_explicit(&y, memory_order_acquire);
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
