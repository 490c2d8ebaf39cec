/* watch.c -- see watch.h. */
#include "smt/watch.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

#include "base/memory.h"

struct Watch {
    const Budget *budget;
    void (*stop)(void *of);
    void *of;
    pthread_t thread;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t changed;
    bool asking, ending;
};

static struct timespec next_look(void)
{
    struct timespec at;
    clock_gettime(CLOCK_REALTIME, &at);
    at.tv_nsec += WATCH_MILLISECONDS * 1000000L;
    at.tv_sec += at.tv_nsec / 1000000000L;
    at.tv_nsec %= 1000000000L;
    return at;
}

static void *look(void *argument)
{
    Watch *w = argument;
    pthread_mutex_lock(&w->mutex);
    while (!w->ending) {
        if (!w->asking) {
            pthread_cond_wait(&w->changed, &w->mutex);
            continue;
        }
        struct timespec at = next_look();
        pthread_cond_timedwait(&w->changed, &w->mutex, &at);
        if (w->asking && budget_why_over(w->budget))
            w->stop(w->of);
    }
    pthread_mutex_unlock(&w->mutex);
    return NULL;
}

/* Signals are for the thread that works. */
static bool start(Watch *w)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&w->thread, NULL, look, w) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

Watch *watch_new(const Budget *budget, void (*stop)(void *of), void *of)
{
    Watch *w = memory_alloc(sizeof *w);
    w->budget = budget;
    w->stop = stop;
    w->of = of;
    pthread_mutex_init(&w->mutex, NULL);
    pthread_cond_init(&w->changed, NULL);
    if (start(w))
        return w;
    memory_free(w);
    return NULL;
}

static void change(Watch *w, bool asking, bool ending)
{
    pthread_mutex_lock(&w->mutex);
    w->asking = asking;
    w->ending = ending;
    pthread_cond_signal(&w->changed);
    pthread_mutex_unlock(&w->mutex);
}

void watch_begin(Watch *w)
{
    if (w)
        change(w, true, false);
}

void watch_end(Watch *w)
{
    if (w)
        change(w, false, false);
}

void watch_free(Watch *w)
{
    if (!w)
        return;
    change(w, false, true);
    pthread_join(w->thread, NULL);
    pthread_mutex_destroy(&w->mutex);
    pthread_cond_destroy(&w->changed);
    memory_free(w);
}
