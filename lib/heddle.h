/* heddle.h -- for programs that are checked with heddle.
 *
 * A program needs none of this to be checked.  It is for test drivers: to try every value of an
 * input, to leave out runs that cannot happen, to say that something happens at once, and to post
 * tasks.
 *
 * The program can still be compiled and run with any C compiler: then an input has a random value,
 * a run that is left out ends with status 0, and atomic regions and tasks exclude each other. */
#ifndef HEDDLE_H
#define HEDDLE_H

/* Of a client of a library: what it has called.  All zero at the beginning. */
typedef struct heddle_history {
    unsigned state;
    unsigned char calls[64];
} heddle_history;

#ifdef __HEDDLE__

/* Any value from low to high, both included.  All of them are tried. */
long long heddle_choose(long long low, long long high);

/* Only runs in which the condition holds are of interest. */
void heddle_assume(_Bool condition);

/* What lies between happens at once: no other thread runs meanwhile.  It must not wait. */
void heddle_atomic_begin(void);
void heddle_atomic_end(void);

/* Posts a task: task(argument) runs some time later, at once, in no particular order with other
 * tasks and threads.  It must not wait.  When main returns the program ends, whether or not all
 * tasks have run; pthread_exit(NULL) in main leaves them the time they need. */
void heddle_post(void (*task)(void *), void *argument);

/* For clients of a library (heddle check --library): thread number `thread` of the client, counted from
 * 0, calls a function of the library, and the call returns.  The text says which, with {1}, {2} for
 * the numbers behind it: arguments, results.  heddle compares them with the same calls one at a
 * time.  The first argument is a variable of the client that nobody else touches. */
void heddle_call(heddle_history *history, int thread, const char *text, ...);
void heddle_return(heddle_history *history, int thread, const char *text, ...);
/* May this thread of the client, which has made so many calls, make one more? */
_Bool heddle_more(heddle_history *history, int thread, int calls);

#else

#include <pthread.h>
#include <stdlib.h>

#define HEDDLE_UNUSED_ __attribute__((unused))

/* One mutex for the whole program, which a thread may hold several times. */
__attribute__((weak)) pthread_mutex_t heddle_mutex_;
__attribute__((weak)) pthread_once_t heddle_once_ = PTHREAD_ONCE_INIT;

HEDDLE_UNUSED_ static void heddle_start_(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&heddle_mutex_, &attributes);
}

HEDDLE_UNUSED_ static long long heddle_choose(long long low, long long high)
{
    return low + rand() % (high - low + 1);
}

HEDDLE_UNUSED_ static void heddle_assume(_Bool condition)
{
    if (!condition)
        exit(0);
}

#define heddle_call(history, thread, ...)   ((void)(history), (void)(thread))
#define heddle_return(history, thread, ...) ((void)(history), (void)(thread))
#define heddle_more(history, thread, calls) ((void)(history), (void)(thread), (void)(calls), 1)

HEDDLE_UNUSED_ static void heddle_atomic_begin(void)
{
    pthread_once(&heddle_once_, heddle_start_);
    pthread_mutex_lock(&heddle_mutex_);
}

HEDDLE_UNUSED_ static void heddle_atomic_end(void)
{
    pthread_mutex_unlock(&heddle_mutex_);
}

typedef struct HeddleTask_ {
    void (*function)(void *);
    void *argument;
} HeddleTask_;

HEDDLE_UNUSED_ static void *heddle_run_(void *task)
{
    HeddleTask_ it = *(HeddleTask_ *)task;
    free(task);
    heddle_atomic_begin();
    it.function(it.argument);
    heddle_atomic_end();
    return NULL;
}

HEDDLE_UNUSED_ static void heddle_post(void (*task)(void *), void *argument)
{
    pthread_t thread;
    HeddleTask_ *it = (HeddleTask_ *)malloc(sizeof *it);
    if (!it)
        abort();
    it->function = task;
    it->argument = argument;
    pthread_create(&thread, NULL, heddle_run_, it);
    pthread_detach(thread);
}

#endif
#endif
