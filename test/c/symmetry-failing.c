//: expect safe
//: slow
//: states 115
// Who waits for all others, and then asks for what they have done, would fail if it did so now: that is no reason to tell them apart.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { N = 10 };
static pthread_barrier_t barrier;
static _Atomic int before, after;

static void *work(void *unused)
{
    before++;
    pthread_barrier_wait(&barrier);
    assert(before == N);
    after++;
    return unused;
}

int main(void)
{
    pthread_t threads[N];
    pthread_barrier_init(&barrier, NULL, N);
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    assert(after == N);
}
