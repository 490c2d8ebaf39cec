//: expect safe
//: both
// An atomic struct of sixteen bytes is read and written as a whole.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct four {
    int a, b, c, d;
};
static _Atomic struct four four;

static void *run(void *unused)
{
    struct four old = atomic_load(&four), one = {1, 1, 1, 1};
    atomic_compare_exchange_strong(&four, &old, one);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    struct four seen = atomic_load(&four);
    assert(seen.a == seen.b && seen.b == seen.c && seen.c == seen.d);
    pthread_join(t, NULL);
    seen = atomic_exchange(&four, ((struct four){2, 3, 4, 5}));
    assert(seen.a == 1 && seen.b == 1 && seen.c == 1);
    atomic_store(&four, seen);
    return 0;
}
