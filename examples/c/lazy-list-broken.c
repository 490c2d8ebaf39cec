//: expect bug assert 123
//: both
// A sorted list with lazy synchronisation that does not check marks: an element is lost.
//
//     heddle check examples/c/lazy-list-broken.c
//
// One thread adds 2 behind 1, the other deletes 1.  The first one has found its place; then 1 is
// taken out of the list.  Node 1 still points to the old neighbour, so the nodes seem to be where
// they were, and 2 is put behind a node that nobody will find any more.
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct Node {
    int key;
    pthread_mutex_t lock;
    atomic_bool marked;
    _Atomic(struct Node *) next;
} Node;

static Node *head;

static Node *node_new(int key, Node *next)
{
    Node *n = malloc(sizeof *n);
    if (!n)
        abort();
    n->key = key;
    pthread_mutex_init(&n->lock, NULL);
    atomic_init(&n->marked, false);
    atomic_init(&n->next, next);
    return n;
}

/* The last node with a smaller key, and the one behind it. */
static void find(int key, Node **before, Node **at)
{
    *before = head;
    *at = atomic_load(&head->next);
    while ((*at)->key < key) {
        *before = *at;
        *at = atomic_load(&(*at)->next);
    }
}

static bool still_neighbours(Node *before, Node *at)
{
    return atomic_load(&before->next) == at;
}

/* Finds the place and locks it. */
static void lock_place(int key, Node **before, Node **at)
{
    for (;;) {
        find(key, before, at);
        pthread_mutex_lock(&(*before)->lock);
        pthread_mutex_lock(&(*at)->lock);
        if (still_neighbours(*before, *at))
            return;
        pthread_mutex_unlock(&(*at)->lock);
        pthread_mutex_unlock(&(*before)->lock);
    }
}

static bool add(int key)
{
    Node *before, *at;
    lock_place(key, &before, &at);
    bool absent = at->key != key;
    if (absent)
        atomic_store(&before->next, node_new(key, at));
    pthread_mutex_unlock(&at->lock);
    pthread_mutex_unlock(&before->lock);
    return absent;
}

/* The node itself stays, for those who are just reading it; a real list would free it later. */
static bool delete (int key)
{
    Node *before, *at;
    lock_place(key, &before, &at);
    bool present = at->key == key;
    if (present) {
        atomic_store(&at->marked, true);
        atomic_store(&before->next, atomic_load(&at->next));
    }
    pthread_mutex_unlock(&at->lock);
    pthread_mutex_unlock(&before->lock);
    return present;
}

static bool contains(int key)
{
    Node *before, *at;
    find(key, &before, &at);
    return at->key == key && !atomic_load(&at->marked);
}

static void *deleter(void *argument)
{
    assert(delete (1));
    return argument;
}

static void *adder(void *argument)
{
    assert(add(2));
    return argument;
}

int main(void)
{
    pthread_t a, b;
    head = node_new(INT_MIN, node_new(1, node_new(INT_MAX, NULL)));
    pthread_create(&a, NULL, deleter, NULL);
    pthread_create(&b, NULL, adder, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(!contains(1));
    assert(contains(2));
    return 0;
}
