//: expect bug race 21
// The counter is not touched by an atomic operation here.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *next;
};
static struct node *top;
static int count, plain;
static _Atomic long total;
static const atomic_int fixed = 3;

static void *work(void *node)
{
    struct node *n = node;
    n->next = atomic_load(&top);
    while (!atomic_compare_exchange_weak(&top, &n->next, n))
        ;
    plain++;
    atomic_fetch_add_explicit(&total, atomic_load(&fixed), memory_order_relaxed);
    return NULL;
}

int main(void)
{
    static struct node nodes[2];
    pthread_t t;
    pthread_create(&t, NULL, work, &nodes[0]);
    work(&nodes[1]);
    pthread_join(t, NULL);
    assert(plain + count == 2 && total == 6);
    return 0;
}
//: also --engine=bound
