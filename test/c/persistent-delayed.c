//: expect bug assert
// Main waits for two threads that nobody can tell apart, and then writes what the first one looks at; another one has nothing to do
// with all that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, steps, other;

static void *looks(void *unused)
{
    assert(atomic_load(&x) == 0);
    return unused;
}

static void *works(void *unused)
{
    atomic_fetch_add(&steps, 1);
    atomic_fetch_add(&steps, 1);
    return unused;
}

static void *plays(void *unused)
{
    atomic_fetch_xor(&other, 1);
    atomic_fetch_xor(&other, 1);
    return unused;
}

int main(void)
{
    pthread_t first, last, all[2];
    pthread_create(&first, NULL, looks, NULL);
    pthread_create(&last, NULL, plays, NULL);
    for (int k = 0; k < 2; k++)
        pthread_create(&all[k], NULL, works, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(all[k], NULL);
    atomic_store(&x, 1);
    pthread_join(first, NULL);
    pthread_join(last, NULL);
    return 0;
}
