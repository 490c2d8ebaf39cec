//: expect unknown
//: options --engine=tally
// With exactly so many rounds something goes wrong: the last one of all is not left out, nor one counted too often.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

#define SIZE   8
#define ROUNDS 16

static int items[SIZE];
static unsigned head, tail, count;
static sem_t empty_slots, full_slots;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void put(int item)
{
    sem_wait(&empty_slots);
    pthread_mutex_lock(&lock);
    assert(count < SIZE);
    items[tail] = item;
    tail = (tail + 1) % SIZE;
    count++;
    pthread_mutex_unlock(&lock);
    sem_post(&full_slots);
}

static int get(void)
{
    sem_wait(&full_slots);
    pthread_mutex_lock(&lock);
    assert(count > 0);
    int item = items[head];
    head = (head + 1) % SIZE;
    count--;
    pthread_mutex_unlock(&lock);
    sem_post(&empty_slots);
    return item;
}

static void *producer(void *arg)
{
    (void)arg;
    for (int i = 0; i < ROUNDS; i++)
        put(i);
    return NULL;
}

static void *consumer(void *arg)
{
    (void)arg;
    for (int i = 0; i < ROUNDS; i++) {
        get();
    }
    return NULL;
}

int main(void)
{
    pthread_t p[2], c[2];

    sem_init(&empty_slots, 0, SIZE);
    sem_init(&full_slots, 0, 0);
    for (int i = 0; i < 2; i++) {
        pthread_create(&p[i], NULL, producer, NULL);
        pthread_create(&c[i], NULL, consumer, NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(p[i], NULL);
        pthread_join(c[i], NULL);
    }
    assert(head != (2 * ROUNDS) % SIZE);
    sem_destroy(&empty_slots);
    sem_destroy(&full_slots);
    return 0;
}
