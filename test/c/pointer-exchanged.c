//: expect safe
//: both
// Pointers go through helpers that exchange words, as they do in libraries that have one for all types.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

typedef struct Node {
    struct Node *next;
    int value;
} Node;

static Node first = {NULL, 1}, second = {NULL, 2}, third = {NULL, 3};
static Node *head = &first;

static unsigned long exchange(void *at, unsigned long value)
{
    return __atomic_exchange_n((unsigned long *)at, value, __ATOMIC_SEQ_CST);
}

static unsigned long compare_exchange(void *at, unsigned long old, unsigned long value)
{
    __atomic_compare_exchange_n((unsigned long *)at, &old, value, 0, __ATOMIC_SEQ_CST,
                                __ATOMIC_SEQ_CST);
    return old;
}

static void *put(void *node)
{
    Node *old = (Node *)exchange(&head, (unsigned long)node);
    assert(old->value >= 1 && old != node);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, put, &second);
    pthread_create(&b, NULL, put, &third);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(head == &second || head == &third);
    Node *last = head;
    Node *found = (Node *)compare_exchange(&head, (unsigned long)last, (unsigned long)&first);
    assert(found == last && found->value >= 2 && head == &first);
    found = (Node *)compare_exchange(&head, (unsigned long)last, (unsigned long)last);
    assert(found == &first && head->value == 1);
    return 0;
}
