//: expect bug assert
//: options --engine=explore
// The pointer to a new object goes before a pointer that is there already: the object is known to others all the same, and what is
// written to it from then on they need not see.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct Node {
    atomic_int value;
} Node;
static Node other;
static Node *_Atomic known;
static atomic_int ready, flag;

static void *puts_other(void *unused)
{
    atomic_store_explicit(&known, &other, memory_order_relaxed);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

static void *puts_new(void *unused)
{
    Node *node = calloc(1, sizeof *node);
    if (node && atomic_load_explicit(&ready, memory_order_relaxed)) {
        atomic_store_explicit(&known, node, memory_order_release);
        atomic_store_explicit(&node->value, 1, memory_order_relaxed);
        atomic_store_explicit(&flag, 1, memory_order_relaxed);
    }
    return unused;
}

static void *looks(void *unused)
{
    Node *first = atomic_load_explicit(&known, memory_order_acquire);
    Node *second = atomic_load_explicit(&known, memory_order_acquire);
    if (first && first != &other && second == &other &&
        atomic_load_explicit(&flag, memory_order_relaxed))
        assert(atomic_load_explicit(&first->value, memory_order_relaxed) == 1);
    return unused;
}

int main(void)
{
    pthread_t s, t, u;
    pthread_create(&s, NULL, puts_other, NULL);
    pthread_create(&t, NULL, puts_new, NULL);
    pthread_create(&u, NULL, looks, NULL);
    pthread_exit(NULL);
}
