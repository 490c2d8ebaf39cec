//: expect bug assert 75
//: both
// A cache behind a reader-writer lock, with a window between the two locks.
//
//     heddle check examples/c/rw-cache-broken.c
//
// Two readers find nothing at the same time, and one after the other they fill the entry in: the
// value is computed twice.  rw-cache.c looks again under the second lock.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { KEYS = 2, READERS = 2 };

typedef struct Entry {
    bool valid;
    int value;
} Entry;

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static Entry cache[KEYS];
static int computed[KEYS]; /* how often; guarded by the lock */

static int compute(int key)
{
    computed[key]++;
    return key * 10 + 1;
}

static bool find(int key, int *value)
{
    pthread_rwlock_rdlock(&lock);
    bool found = cache[key].valid;
    if (found)
        *value = cache[key].value;
    pthread_rwlock_unlock(&lock);
    return found;
}

static int lookup(int key)
{
    int value;
    if (find(key, &value))
        return value;
    pthread_rwlock_wrlock(&lock);
    value = cache[key].value = compute(key);
    cache[key].valid = true;
    pthread_rwlock_unlock(&lock);
    return value;
}

static void *reader(void *argument)
{
    int *first = argument;
    for (int k = 0; k < KEYS; k++) {
        int key = (*first + k) % KEYS;
        int value = lookup(key);
        assert(value == key * 10 + 1);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread[READERS];
    int first[READERS];
    for (int k = 0; k < READERS; k++) {
        first[k] = k;
        pthread_create(&thread[k], NULL, reader, &first[k]);
    }
    for (int k = 0; k < READERS; k++)
        pthread_join(thread[k], NULL);
    for (int k = 0; k < KEYS; k++)
        assert(computed[k] == 1);
    pthread_rwlock_destroy(&lock);
    return 0;
}
