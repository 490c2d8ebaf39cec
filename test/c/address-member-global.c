//: expect safe
// Members of global variables, by their names and through pointers, are the same memory: the first one of a struct, those of
// structs in structs and arrays, and what they hold at the beginning.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
struct node {
    _Atomic(uintptr_t) next;
    int key;
};
struct list {
    struct {
        struct node head;
    } in;
    struct node others[2];
};
static struct node last = {0, 3}, middle = {(uintptr_t)&last, 2};
static struct list list = {.others = {{(uintptr_t)&middle, 1}}};

static struct node *unmarked(uintptr_t word)
{
    return (struct node *)(word & ~(uintptr_t)1);
}

static void *mark(void *arg)
{
    uintptr_t next = atomic_load(&middle.next);
    if (!(next & 1))
        atomic_compare_exchange_strong(&middle.next, &next, next | 1);
    next = atomic_load(&list.others[0].next);
    atomic_compare_exchange_strong(&list.others[0].next, &next, next | 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    int sum = 0;
    atomic_store(&list.in.head.next, (uintptr_t)&list.others[0]);
    pthread_create(&thread, NULL, mark, NULL);
    for (struct node *n = unmarked(list.in.head.next); n; n = unmarked(n->next))
        sum += n->key;
    pthread_join(thread, NULL);
    assert(sum == 6 && middle.next & 1 && list.others[0].next & 1);
    return 0;
}
