//: expect bug assert 31
// Where a thread's pointers may lead is also where old values in histories do: the object is in no variable any more when
// it is read, but another thread may still find it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct Node {
    atomic_int value;
} Node;
static Node *_Atomic known;

static void *hide(void *unused)
{
    atomic_store_explicit(&known, NULL, memory_order_relaxed);
    return unused;
}

static void *change(void *unused)
{
    Node *node = atomic_load_explicit(&known, memory_order_relaxed);
    if (node)
        atomic_store_explicit(&node->value, 7, memory_order_relaxed);
    return unused;
}

static void *look(void *arg)
{
    Node *node = arg;
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
    pthread_exit(NULL);
}
