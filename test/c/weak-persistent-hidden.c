//: expect bug assert
//: options --engine=explore
// Who looks at the object knows that it is in no variable any more, and says so; another thread then finds it by an old value all
// the same, and changes it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct Node {
    atomic_int value;
} Node;
static Node *_Atomic known;
static atomic_int hidden, go;

static void *hide(void *unused)
{
    atomic_store_explicit(&known, NULL, memory_order_relaxed);
    atomic_store_explicit(&hidden, 1, memory_order_relaxed);
    return unused;
}

static void *change(void *unused)
{
    if (!atomic_load_explicit(&go, memory_order_relaxed))
        return unused;
    Node *node = atomic_load_explicit(&known, memory_order_relaxed);
    if (node)
        atomic_store_explicit(&node->value, 7, memory_order_relaxed);
    return unused;
}

static void *look(void *arg)
{
    Node *node = arg;
    if (!atomic_load_explicit(&hidden, memory_order_relaxed))
        return NULL;
    atomic_store_explicit(&go, 1, memory_order_relaxed);
    assert(atomic_load_explicit(&node->value, memory_order_relaxed) != 7);
    return NULL;
}

int main(void)
{
    pthread_t s, t, u;
    Node *node = malloc(sizeof *node);
    if (!node)
        return 0;
    atomic_init(&node->value, 0);
    atomic_init(&known, node);
    pthread_create(&s, NULL, hide, NULL);
    pthread_create(&t, NULL, look, node);
    pthread_create(&u, NULL, change, NULL);
    node = NULL;
    pthread_exit(NULL);
}
