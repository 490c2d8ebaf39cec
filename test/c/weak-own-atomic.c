//: expect bug race
//: options --all-errors
//: output 3 errors
// What an owner does to an object by atomic accesses before others know it is remembered as well: the fence releases what was done
// before it, and the last access comes behind.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) known;
static int which, seen;

static void *maker(void *unused)
{
    int *n = malloc(sizeof *n);
    if (!n)
        exit(0);
    __atomic_store_n(n, 1, __ATOMIC_RELAXED);
    atomic_thread_fence(memory_order_release);
    if (which == 0)
        __atomic_load_n(n, __ATOMIC_RELAXED);
    else if (which == 1)
        __atomic_store_n(n, 2, __ATOMIC_RELAXED);
    else if (which == 2)
        __atomic_fetch_add(n, 1, __ATOMIC_RELAXED);
    atomic_store_explicit(&known, n, memory_order_relaxed);
    return unused;
}

static void *user(void *unused)
{
    int *n = atomic_load_explicit(&known, memory_order_relaxed);
    if (!n)
        return unused;
    atomic_thread_fence(memory_order_acquire);
    if (which == 0)
        *n = 2;
    else if (which == 1)
        seen = *n;
    else if (which == 2)
        seen = *n + 1;
    else
        seen = (*n)++; /* there is no access behind the fence */
    return unused;
}

int main(void)
{
    pthread_t t[2];
    which = heddle_choose(0, 3);
    pthread_create(&t[0], NULL, maker, NULL);
    pthread_create(&t[1], NULL, user, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    return 0;
}
