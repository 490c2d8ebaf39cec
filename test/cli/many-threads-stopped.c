// Twelve threads that all have much to do: the search of the first four is stopped, and only random runs are known.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next, done[12];

static void *work(void *unused)
{
    int me = atomic_fetch_add(&next, 1);
    for (int i = 0; i < 12; i++)
        atomic_fetch_add(&done[(i + me) % 12], me);
    return unused;
}

int main(void)
{
    pthread_t threads[12];
    for (int i = 0; i < 12; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 12; i++)
        pthread_join(threads[i], NULL);
    assert(next == 12);
}
