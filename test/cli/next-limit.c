// A limit need not be smaller where something else says how large the program is, and here must not.
#include <assert.h>
#include <pthread.h>

#define MAX_THREADS 64
#define WORKERS     40

static int used[MAX_THREADS], next;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    assert(next + 1 < MAX_THREADS);
    used[++next] = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[WORKERS];
    int sum = 0;
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < MAX_THREADS; i++)
        sum += used[i];
    assert(sum == WORKERS);
    return 0;
}
