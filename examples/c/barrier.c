//: expect safe
//: both
// A barrier that can be used again: threads meet after every round.
//
//     heddle check examples/c/barrier.c
//
// The last one to arrive begins a new generation, and the others wait for that.  barrier-broken.c
// waits for the counter instead.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { THREADS = 2, ROUNDS = 3 };

typedef struct Barrier {
    pthread_mutex_t lock;
    pthread_cond_t all_here;
    int total, arrived, generation;
} Barrier;

static Barrier barrier = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, THREADS, 0, 0};
static int position[THREADS]; /* the round that each thread is in */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void barrier_wait(Barrier *b)
{
    pthread_mutex_lock(&b->lock);
    int generation = b->generation;
    b->arrived++;
    if (b->arrived == b->total) {
        b->arrived = 0;
        b->generation++;
        pthread_cond_broadcast(&b->all_here);
    } else {
        while (generation == b->generation)
            pthread_cond_wait(&b->all_here, &b->lock);
    }
    pthread_mutex_unlock(&b->lock);
}

/* Nobody is more than one round ahead. */
static void check(int round)
{
    pthread_mutex_lock(&lock);
    for (int k = 0; k < THREADS; k++)
        assert(position[k] == round || position[k] == round + 1);
    pthread_mutex_unlock(&lock);
}

static void *work(void *argument)
{
    int *me = argument;
    for (int round = 0; round < ROUNDS; round++) {
        check(round);
        pthread_mutex_lock(&lock);
        (*me)++;
        pthread_mutex_unlock(&lock);
        barrier_wait(&barrier);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread[THREADS];
    for (int k = 0; k < THREADS; k++)
        pthread_create(&thread[k], NULL, work, &position[k]);
    for (int k = 0; k < THREADS; k++)
        pthread_join(thread[k], NULL);
    check(ROUNDS);
    return 0;
}
