// A stack whose top is a pointer and a tag, put together by shifts in 128 bits: the tag tells an old top from a new one.
//: expect safe
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef STEP
#define STEP 1
#endif

typedef unsigned __int128 Wide;
typedef struct Node {
    struct Node *_Atomic next;
} Node;

static _Atomic Wide top;
static Node nodes[3];
#define pack(node, tag) (((Wide)(tag) << 64) | (uintptr_t)(node))
#define pointer(wide)   ((Node *)(uintptr_t)(wide))
#define tag(wide)       ((uint64_t)((wide) >> 64))

static void push(Node *node)
{
    Wide old = top;
    do
        node->next = pointer(old);
    while (!__c11_atomic_compare_exchange_strong(&top, &old, pack(node, tag(old) + STEP), 5, 5));
}

static Node *pop(void)
{
    Wide old = top;
    while (pointer(old) && !__c11_atomic_compare_exchange_strong(
                               &top, &old, pack(pointer(old)->next, tag(old) + STEP), 5, 5)) {
    }
    return pointer(old);
}

/* Takes two, and gives the first one back. */
static void *other(void *unused)
{
    Node *first = pop();
    pop();
    if (first)
        push(first);
    return unused;
}

int main(void)
{
    pthread_t thread;
    push(&nodes[0]);
    push(&nodes[1]);
    push(&nodes[2]);
    pthread_create(&thread, 0, other, 0);
    pop();
    pthread_join(thread, 0);
    int left = 0;
    while (pop())
        left++;
    assert(left == 1);
    return 0;
}
