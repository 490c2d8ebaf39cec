//: expect unknown
// One thread frees a block, another one may get its address again, and a third one compares: nobody
// touches what another one touches.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) head;

static void *end(void *block)
{
    free(block);
    return NULL;
}

static void *publish(void *unused)
{
    head = malloc(sizeof(int));
    return unused;
}

int main(void)
{
    pthread_t ends, publishes;
    int *old = malloc(sizeof *old);
    pthread_create(&ends, NULL, end, old);
    pthread_create(&publishes, NULL, publish, NULL);
    assert(old != head);
    pthread_join(ends, NULL);
    pthread_join(publishes, NULL);
    free(head);
    return 0;
}
