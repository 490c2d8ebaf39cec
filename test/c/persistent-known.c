//: expect bug assert
//: options --engine=explore --property=assert
// The object is known by a pointer in memory only, when the other thread is about to change it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct Node {
    atomic_int value;
} Node;
static Node *known;

static void *change(void *unused)
{
    atomic_store(&known->value, 7);
    return unused;
}

static void *look(void *arg)
{
    Node *node = arg;
    assert(atomic_load(&node->value) != 7);
    return NULL;
}

int main(void)
{
    pthread_t t, u;
    Node *node = malloc(sizeof *node);
    if (!node)
        return 0;
    atomic_init(&node->value, 0);
    known = node;
    pthread_create(&t, NULL, look, node);
    pthread_create(&u, NULL, change, NULL);
    node = NULL;
    pthread_exit(NULL);
}
