//: expect bug deadlock
//: both
// A work queue whose shutdown is missed: the flag is set without the mutex.
//
//     heddle check examples/c/work-queue-broken.c
//
// A worker has tested `closed`, and is about to wait.  Now main sets the flag and wakes everybody
// who waits: not this worker.  It goes to sleep, and main waits for its end for ever.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { WORKERS = 2, JOBS = 2 };

typedef struct Job {
    struct Job *next;
    int number;
} Job;

static struct {
    Job *first, *last;
    atomic_bool closed;
    pthread_mutex_t lock;
    pthread_cond_t changed;
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static int done[JOBS];

static void queue_put(int number)
{
    Job *job = malloc(sizeof *job);
    if (!job)
        abort();
    job->next = NULL;
    job->number = number;
    pthread_mutex_lock(&queue.lock);
    if (queue.last)
        queue.last->next = job;
    else
        queue.first = job;
    queue.last = job;
    pthread_cond_signal(&queue.changed);
    pthread_mutex_unlock(&queue.lock);
}

static void queue_close(void)
{
    queue.closed = true;
    pthread_cond_broadcast(&queue.changed);
}

/* The next job; NULL: there will be none any more. */
static Job *queue_get(void)
{
    pthread_mutex_lock(&queue.lock);
    while (!queue.first && !queue.closed)
        pthread_cond_wait(&queue.changed, &queue.lock);
    Job *job = queue.first;
    if (job) {
        queue.first = job->next;
        if (!queue.first)
            queue.last = NULL;
    }
    pthread_mutex_unlock(&queue.lock);
    return job;
}

static void *worker(void *argument)
{
    (void)argument;
    for (Job *job; (job = queue_get());) {
        done[job->number]++;
        free(job);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread[WORKERS];
    for (int k = 0; k < WORKERS; k++)
        pthread_create(&thread[k], NULL, worker, NULL);
    for (int k = 0; k < JOBS; k++)
        queue_put(k);
    queue_close();
    for (int k = 0; k < WORKERS; k++)
        pthread_join(thread[k], NULL);
    for (int k = 0; k < JOBS; k++)
        assert(done[k] == 1);
    return 0;
}
