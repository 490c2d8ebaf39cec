//: expect safe
//: options --engine=tally
// A bounded buffer, two condition variables: two producers, one consumer, 100 rounds each.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#define SIZE      8
#define ROUNDS    100
#define PRODUCERS 2

static int items[SIZE];

struct buffer {
    int head, tail, count;
    pthread_mutex_t lock;
    pthread_cond_t not_full, not_empty;
};

static struct buffer buffer = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .not_full = PTHREAD_COND_INITIALIZER,
    .not_empty = PTHREAD_COND_INITIALIZER,
};

static void check(const struct buffer *b)
{
    assert(b->count >= 0 && b->count <= SIZE);
    assert(b->head >= 0 && b->head < SIZE);
    assert(b->tail >= 0 && b->tail < SIZE);
}

static void put(struct buffer *b, int item)
{
    pthread_mutex_lock(&b->lock);
    while (b->count == SIZE)
        pthread_cond_wait(&b->not_full, &b->lock);
    items[b->tail] = item;
    b->tail = (b->tail + 1) % SIZE;
    b->count++;
    check(b);
    pthread_cond_signal(&b->not_empty);
    pthread_mutex_unlock(&b->lock);
}

static int get(struct buffer *b)
{
    pthread_mutex_lock(&b->lock);
    while (b->count == 0)
        pthread_cond_wait(&b->not_empty, &b->lock);
    int item = items[b->head];
    b->head = (b->head + 1) % SIZE;
    b->count--;
    check(b);
    pthread_cond_signal(&b->not_full);
    pthread_mutex_unlock(&b->lock);
    return item;
}

static void *producer(void *arg)
{
    (void)arg;
    for (int i = 1; i <= ROUNDS; i++)
        put(&buffer, i);
    return NULL;
}

static void *consumer(void *arg)
{
    (void)arg;
    for (int i = 0; i < PRODUCERS * ROUNDS; i++)
        get(&buffer);
    return NULL;
}

int main(void)
{
    pthread_t p[PRODUCERS], c;

    pthread_create(&c, NULL, consumer, NULL);
    for (int i = 0; i < PRODUCERS; i++)
        pthread_create(&p[i], NULL, producer, NULL);
    for (int i = 0; i < PRODUCERS; i++)
        pthread_join(p[i], NULL);
    pthread_join(c, NULL);
    assert(buffer.count == 0);
    return 0;
}
