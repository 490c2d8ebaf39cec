/* worker.c -- see worker.h. */
#include "base/worker.h"

#include <pthread.h>
#include <signal.h>

#include "base/check.h"
#include "base/memory.h"

typedef enum Stage { NOT_BEGUN, RUNNING, PAUSED, ENDED } Stage;

struct Worker {
    void (*work)(void *of);
    void *of;
    pthread_t thread;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t changed;
    Stage stage;
    bool ending; /* there will be no other turn */
    uint64_t until;
};

static void set_stage(Worker *worker, Stage stage)
{
    worker->stage = stage;
    pthread_cond_broadcast(&worker->changed);
}

static void *begin(void *argument)
{
    Worker *worker = argument;
    worker->work(worker->of);
    pthread_mutex_lock(&worker->mutex);
    set_stage(worker, ENDED);
    pthread_mutex_unlock(&worker->mutex);
    return NULL;
}

/* Signals are for the thread that gives turns.  The stack is no smaller than what the depths at
 * which parsers and engines stop were made for, whatever the limit of the process is. */
static bool start(Worker *worker)
{
    sigset_t all, before;
    pthread_attr_t attributes;
    size_t stack = 0;
    sigfillset(&all);
    pthread_attr_init(&attributes);
    pthread_attr_getstacksize(&attributes, &stack);
    if (stack < WORKER_STACK)
        pthread_attr_setstacksize(&attributes, WORKER_STACK);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&worker->thread, &attributes, begin, worker) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return started;
}

Worker *worker_new(void (*work)(void *of), void *of)
{
    Worker *worker = memory_alloc(sizeof *worker);
    worker->work = work;
    worker->of = of;
    pthread_mutex_init(&worker->mutex, NULL);
    pthread_cond_init(&worker->changed, NULL);
    return worker;
}

bool worker_go(Worker *worker, uint64_t until)
{
    pthread_mutex_lock(&worker->mutex);
    worker->until = until;
    assert(worker->stage != RUNNING); /* one who gives turns, and waits until they end */
    bool begins = worker->stage == NOT_BEGUN;
    if (worker->stage != ENDED)
        set_stage(worker, RUNNING);
    if (begins && !start(worker))
        memory_exhausted();
    while (worker->stage == RUNNING)
        pthread_cond_wait(&worker->changed, &worker->mutex);
    bool ended = worker->stage == ENDED;
    pthread_mutex_unlock(&worker->mutex);
    return ended;
}

uint64_t worker_until(const Worker *worker)
{
    return worker->until;
}

bool worker_pause(Worker *worker)
{
    pthread_mutex_lock(&worker->mutex);
    assert(worker->stage == RUNNING); /* only the work itself pauses */
    if (!worker->ending)
        set_stage(worker, PAUSED);
    while (worker->stage == PAUSED)
        pthread_cond_wait(&worker->changed, &worker->mutex);
    bool goes_on = !worker->ending;
    pthread_mutex_unlock(&worker->mutex);
    return goes_on;
}

void worker_free(Worker *worker)
{
    worker->ending = true;
    if (worker->stage != NOT_BEGUN) {
        bool ended = worker_go(worker, 0);
        assert(ended); /* who gets no other turn does not pause */
        pthread_join(worker->thread, NULL);
    }
    pthread_mutex_destroy(&worker->mutex);
    pthread_cond_destroy(&worker->changed);
    memory_free(worker);
}
