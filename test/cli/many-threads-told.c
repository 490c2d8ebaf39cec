// Eight threads, of which the last four have much to do: all runs of the first four are known, and the answer says so.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int next, done[12];

static void *work(void *self)
{
    int me = atomic_fetch_add(&next, 1);
    for (int i = 0; i < 12 && (intptr_t)self >= 4; i++)
        atomic_fetch_add(&done[(i + me) % 12], me);
    return NULL;
}

int main(void)
{
    pthread_t threads[8];
    for (intptr_t i = 0; i < 8; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], NULL);
    assert(next == 8);
}
