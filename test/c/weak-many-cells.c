//: expect safe
//: output safe (memory model rc11)
// Many atomic variables are written in one go, by a thread that has others to tell of them: what is known grows
// while it is told.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { MANY = 20 };

static atomic_int cells[MANY], first, last;

static void *write(void *unused)
{
    atomic_store(&first, 1);
    for (int k = 0; k < MANY; k++)
        atomic_store_explicit(&cells[k], k + 1, memory_order_relaxed);
    atomic_store_explicit(&last, 1, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, write, NULL);
    if (atomic_load_explicit(&last, memory_order_acquire)) {
        for (int k = 0; k < MANY; k++)
            assert(atomic_load_explicit(&cells[k], memory_order_relaxed) == k + 1);
        assert(atomic_load(&first) == 1);
    }
    pthread_join(t, NULL);
    return 0;
}
