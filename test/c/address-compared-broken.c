//: expect bug assert 64
// As address-compared.c, and wrong: nobody knows which of two variables has the lower address.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    uintptr_t key;
    struct node *next;
};

static struct node last = {UINTPTR_MAX, NULL}, first = {0, &last};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int elements[3], other;

static bool find(uintptr_t *key, struct node **before)
{
    struct node *n = &first;
    while (n->next->key < *key)
        n = n->next;
    *before = n;
    return n->next->key == *key;
}

static bool insert(uintptr_t key)
{
    struct node *before, *node = malloc(sizeof *node);
    if (!node)
        abort();
    pthread_mutex_lock(&lock);
    bool there = find(&key, &before);
    if (there)
        free(node);
    else {
        *node = (struct node){.key = key, .next = before->next};
        before->next = node;
    }
    pthread_mutex_unlock(&lock);
    return !there;
}

static void *work(void *unused)
{
    insert((uintptr_t)&elements[2]);
    insert((uintptr_t)&other);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    insert((uintptr_t)&elements[1]);
    bool fresh = insert((uintptr_t)&elements[1]);
    assert(!fresh);
    pthread_join(thread, NULL);
    fresh = insert((uintptr_t)&other);
    assert(!fresh);
    int count = 0;
    for (struct node *n = first.next; n != &last; n = n->next, count++)
        assert(n->key < n->next->key);
    assert(count == 3 && last.next == NULL && first.next->key != (uintptr_t)&other);
    return 0;
}
