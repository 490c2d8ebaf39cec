//: expect bug wild 23
// (void *)-1, as mmap returns it, is no function, though all the bits in which those are told are set.
#include <pthread.h>
#include <stddef.h>

typedef struct Node {
    struct Node *next;
    int value;
} Node;

#define NOWHERE ((Node *)-1)

static Node first, second;
static Node *list = NOWHERE;

static void *work(void *arg)
{
    Node *at = arg ? &first : NOWHERE;
    if (at == NOWHERE)
        at = list == NOWHERE ? &second : list;
    if (at->next == NULL)
        (list == NOWHERE ? at : list)->next = NOWHERE;
    return at->next->next;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, &first);
    pthread_join(thread, NULL);
    return 0;
}
