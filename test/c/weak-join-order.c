//: expect safe
//: states 63
/* Threads end in any order, and what each of them knows goes to the one that waits for all of them: the order makes no
 * states. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x;
#define THREAD(name)                                                                               \
    static void *name(void *unused)                                                                \
    {                                                                                              \
        atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);                                    \
        return unused;                                                                             \
    }
THREAD(a)
THREAD(b)
THREAD(c)
THREAD(d)
THREAD(e)
int main(void)
{
    void *(*const threads[])(void *) = {a, b, c, d, e};
    enum { THREADS = sizeof threads / sizeof *threads };
    pthread_t t[THREADS];
    for (int k = 0; k < THREADS; k++)
        if (pthread_create(&t[k], NULL, threads[k], NULL))
            abort();
    for (int k = 0; k < THREADS; k++)
        pthread_join(t[k], NULL);
    assert(atomic_load_explicit(&x, memory_order_relaxed) == THREADS);
    return 0;
}
