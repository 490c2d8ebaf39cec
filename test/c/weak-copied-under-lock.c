//: expect bug assert
// Bytes are copied in and out under a lock: the judge of the run is told which, and no values.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

static struct {
    int from[4], to[4];
} all;
static atomic_int late;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writes(void *unused)
{
    int mine[4] = {1, 2, 3, 4};
    atomic_store_explicit(&late, 1, memory_order_relaxed);
    pthread_mutex_lock(&lock);
    memcpy(all.from, mine, sizeof mine);
    memmove(all.to, all.from, sizeof mine);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    int mine[4];
    pthread_create(&t, NULL, writes, NULL);
    int seen = atomic_load_explicit(&late, memory_order_relaxed);
    pthread_mutex_lock(&lock);
    memcpy(mine, all.to, sizeof mine);
    all.to[0] = 5;
    pthread_mutex_unlock(&lock);
    assert(seen || mine[1] != 2 || all.from[0] != 1);
    pthread_join(t, NULL);
    return 0;
}
