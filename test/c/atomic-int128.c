//: expect safe
// The same with __int128 and the older builtins.
#include <assert.h>
#include <pthread.h>

struct node {
    struct node *next;
};
union head {
    struct {
        struct node *top;
        unsigned long tag;
    } s;
    __int128 both;
};
static union head head __attribute__((aligned(16)));
static struct node nodes[2];

static void *push(void *node)
{
    union head old, new;
    do {
        old.both = __sync_val_compare_and_swap(&head.both, (__int128)0, (__int128)0);
        new.s.top = node;
        new.s.top->next = old.s.top;
        new.s.tag = old.s.tag + 1;
    } while (!__sync_bool_compare_and_swap(&head.both, old.both, new.both));
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, push, &nodes[0]);
    push(&nodes[1]);
    pthread_join(t, 0);
    assert(head.s.tag == 2 && head.s.top->next && !head.s.top->next->next);
    assert(head.both == head.both && head.both != 0);
    return 0;
}
