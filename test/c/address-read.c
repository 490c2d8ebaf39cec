//: expect safe
// Marked pointers in words that are reached through pointers to words, and through one of two places: what is
// read there and becomes a pointer is an address.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    atomic_uintptr_t next;
    int value;
};

static atomic_uintptr_t head, tail;
static struct node nodes[2] = {{0, 1}, {0, 2}};

static void push(struct node *node)
{
    struct node *old = (struct node *)atomic_exchange(&tail, (uintptr_t)node);
    atomic_store(old ? &old->next : &head, (uintptr_t)node);
}

/* A node is deleted by a mark in its pointer to the next one. */
static bool delete (int value)
{
    for (atomic_uintptr_t *place = &head;;) {
        struct node *node = (struct node *)(atomic_load(place) & ~(uintptr_t)1);
        if (!node)
            return false;
        uintptr_t next = ({
            uintptr_t read = atomic_load(&node->next);
            read;
        });
        if (node->value == value)
            return !(next & 1) && atomic_compare_exchange_strong(&node->next, &next, next | 1);
        place = &node->next;
    }
}

static void *work(void *node)
{
    push(node);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, &nodes[0]);
    push(&nodes[1]);
    pthread_join(thread, NULL);
    bool deleted = delete (2);
    atomic_uintptr_t *place = &head;
    int count = 0;
    for (uintptr_t word; (word = *place & ~(uintptr_t)1) != 0;) {
        struct node *node = (struct node *)word;
        count += !(node->next & 1);
        place = &node->next;
    }
    assert(count + deleted == 2);
    return 0;
}
