//: expect safe
//: options --engine=explore
//: both
// The lock is in an object that gets another name when the one before it ends: what was done under it is known all the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct Box {
    pthread_mutex_t lock;
    atomic_int x, y;
} Box;
static int *first;
static Box *second;

static void *writes(void *unused)
{
    pthread_mutex_lock(&second->lock);
    atomic_store_explicit(&second->x, 1, memory_order_relaxed);
    atomic_store_explicit(&second->y, 1, memory_order_relaxed);
    pthread_mutex_unlock(&second->lock);
    return unused;
}

static void *ends(void *unused)
{
    free(first);
    first = NULL;
    return unused;
}

static void *reads(void *unused)
{
    pthread_mutex_lock(&second->lock);
    if (atomic_load_explicit(&second->y, memory_order_relaxed))
        assert(atomic_load_explicit(&second->x, memory_order_relaxed));
    pthread_mutex_unlock(&second->lock);
    return unused;
}

int main(void)
{
    pthread_t s, t, u;
    first = malloc(sizeof *first);
    second = calloc(1, sizeof *second);
    if (!second)
        return 0;
    pthread_mutex_init(&second->lock, NULL);
    pthread_create(&s, NULL, writes, NULL);
    pthread_create(&t, NULL, ends, NULL);
    pthread_create(&u, NULL, reads, NULL);
    pthread_exit(NULL);
}
