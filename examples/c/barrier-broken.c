//: expect bug deadlock
//: both
// A barrier that works once, and not twice: it waits until its counter is a multiple of the number
// of threads.
//
//     heddle check examples/c/barrier-broken.c
//
// The last one to arrive wakes the others and goes on; in the next round it arrives first, and
// counts on. A thread that is slow to wake up from the first round finds a counter that is no
// multiple any more, and waits again.  Now all of them wait.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { THREADS = 2, ROUNDS = 3 };

typedef struct Barrier {
    pthread_mutex_t lock;
    pthread_cond_t all_here;
    int total, arrived;
} Barrier;

static Barrier barrier = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, THREADS, 0};
static int position[THREADS]; /* the round that each thread is in */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void barrier_wait(Barrier *b)
{
    pthread_mutex_lock(&b->lock);
    b->arrived++;
    if (b->arrived % b->total == 0)
        pthread_cond_broadcast(&b->all_here);
    while (b->arrived % b->total != 0)
        pthread_cond_wait(&b->all_here, &b->lock);
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
