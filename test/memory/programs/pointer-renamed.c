//: sc safe
//: rc11 bug assert
// Who reads the older pointer gets the older object, whatever the objects are called by then.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
};
static _Atomic(struct node *) last;
static atomic_int both;

static struct node *make(int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    return node;
}

static void *writer(void *unused)
{
    atomic_store_explicit(&last, make(1), memory_order_release);
    atomic_store_explicit(&last, make(2), memory_order_release);
    atomic_store_explicit(&both, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    if (atomic_load_explicit(&both, memory_order_relaxed)) {
        struct node *node = atomic_load_explicit(&last, memory_order_acquire);
        assert(!node || node->value == 2);
    }
    pthread_join(t, 0);
    return 0;
}
