//: expect safe
//: slow
//: states 1110
// Ten threads at a barrier of mutex and condition: with a bound of eight threads there would be more states than without.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { N = 10 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;
static int waiting, rounds;
static _Atomic int before;

static void meet(void)
{
    pthread_mutex_lock(&lock);
    int now = rounds;
    if (++waiting == N) {
        waiting = 0;
        rounds++;
        pthread_cond_broadcast(&moved);
    } else
        while (now == rounds)
            pthread_cond_wait(&moved, &lock);
    pthread_mutex_unlock(&lock);
}

static void *work(void *unused)
{
    before++;
    meet();
    assert(before == N);
    return unused;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
}
