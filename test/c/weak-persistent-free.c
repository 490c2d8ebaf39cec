//: options --engine=explore --allow-races
//: expect bug freed
// Who writes to memory on the heap may come too late: whoever may free it can run first.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *writer(void *mine)
{
    atomic_store_explicit((atomic_int *)mine, 1, memory_order_relaxed);
    return NULL;
}

static void *ender(void *mine)
{
    free(mine);
    return NULL;
}

int main(void)
{
    pthread_t s, t;
    atomic_int *mine = malloc(sizeof *mine);
    if (!mine)
        return 0;
    atomic_init(mine, 0);
    pthread_create(&s, NULL, writer, mine);
    pthread_create(&t, NULL, ender, mine);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    return 0;
}
