//: expect bug deadlock
//: both
// A bounded buffer with one condition variable for both sides: a wakeup goes to the wrong thread.
//
//     heddle check examples/c/bounded-buffer-broken.c
//
// Two consumers wait for an item.  A producer puts one and signals; the first consumer takes it and
// signals, to tell a producer that there is room; but the second consumer is the one that wakes up.
// It finds nothing, waits again, and the signal is lost: the second producer sleeps for ever.  Two
// conditions (bounded-buffer.c), or pthread_cond_broadcast, repair it.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { SLOTS = 1, PRODUCERS = 2, CONSUMERS = 2, ITEMS = 1 };

static struct {
    int slot[SLOTS];
    int count, first;
    pthread_mutex_t lock;
    pthread_cond_t changed;
} buffer = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static int taken[PRODUCERS * ITEMS];

static void put(int item)
{
    pthread_mutex_lock(&buffer.lock);
    while (buffer.count == SLOTS)
        pthread_cond_wait(&buffer.changed, &buffer.lock);
    buffer.slot[(buffer.first + buffer.count) % SLOTS] = item;
    buffer.count++;
    pthread_cond_signal(&buffer.changed);
    pthread_mutex_unlock(&buffer.lock);
}

static int get(void)
{
    pthread_mutex_lock(&buffer.lock);
    while (buffer.count == 0)
        pthread_cond_wait(&buffer.changed, &buffer.lock);
    int item = buffer.slot[buffer.first];
    buffer.first = (buffer.first + 1) % SLOTS;
    buffer.count--;
    pthread_cond_signal(&buffer.changed);
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
    return 0;
}
