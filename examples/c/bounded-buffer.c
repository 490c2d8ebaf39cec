//: expect safe
//: both
// A bounded buffer: two producers and two consumers share one slot, one mutex and two condition
// variables.
//
//     heddle check examples/c/bounded-buffer.c
//
// Whoever waits tests again after waking up, and each side signals the condition that only the
// other side waits for.  bounded-buffer-broken.c has one condition variable for both.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { SLOTS = 1, PRODUCERS = 2, CONSUMERS = 2, ITEMS = 1 };

static struct {
    int slot[SLOTS];
    int count, first;
    pthread_mutex_t lock;
    pthread_cond_t not_empty, not_full;
} buffer = {.lock = PTHREAD_MUTEX_INITIALIZER,
            .not_empty = PTHREAD_COND_INITIALIZER,
            .not_full = PTHREAD_COND_INITIALIZER};

static int taken[PRODUCERS * ITEMS];

static void put(int item)
{
    pthread_mutex_lock(&buffer.lock);
    while (buffer.count == SLOTS)
        pthread_cond_wait(&buffer.not_full, &buffer.lock);
    buffer.slot[(buffer.first + buffer.count) % SLOTS] = item;
    buffer.count++;
    pthread_cond_signal(&buffer.not_empty);
    pthread_mutex_unlock(&buffer.lock);
}

static int get(void)
{
    pthread_mutex_lock(&buffer.lock);
    while (buffer.count == 0)
        pthread_cond_wait(&buffer.not_empty, &buffer.lock);
    int item = buffer.slot[buffer.first];
    buffer.first = (buffer.first + 1) % SLOTS;
    buffer.count--;
    pthread_cond_signal(&buffer.not_full);
    pthread_mutex_unlock(&buffer.lock);
    return item;
}

static void *produce(void *argument)
{
    int *first = argument;
    for (int k = 0; k < ITEMS; k++)
        put(*first + k);
    return NULL;
}

static void *consume(void *argument)
{
    (void)argument;
    for (int k = 0; k < PRODUCERS * ITEMS / CONSUMERS; k++)
        taken[get()]++;
    return NULL;
}

int main(void)
{
    pthread_t thread[PRODUCERS + CONSUMERS];
    int first[PRODUCERS];
    for (int k = 0; k < PRODUCERS; k++) {
        first[k] = k * ITEMS;
        pthread_create(&thread[k], NULL, produce, &first[k]);
    }
    for (int k = 0; k < CONSUMERS; k++)
        pthread_create(&thread[PRODUCERS + k], NULL, consume, NULL);
    for (int k = 0; k < PRODUCERS + CONSUMERS; k++)
        pthread_join(thread[k], NULL);
    for (int k = 0; k < PRODUCERS * ITEMS; k++)
        assert(taken[k] == 1);
    assert(buffer.count == 0);
    return 0;
}
