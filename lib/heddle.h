/* heddle.h -- for programs that are checked with heddle.
 *
 * A program needs none of this to be checked.  It is for test drivers: to try every value of an
 * input, to leave out runs that cannot happen, and to say that something happens at once.
 *
 * The program can still be compiled and run with any C compiler: then an input has one value
 * (define heddle_choose yourself to have others), a run that was left out ends with status 0, and
 * atomic regions exclude each other. */
#ifndef HEDDLE_H
#define HEDDLE_H

#ifdef __HEDDLE__

/* Any value from low to high, both included.  All of them are tried. */
long long heddle_choose(long long low, long long high);

/* Only runs in which the condition holds are of interest. */
void heddle_assume(_Bool condition);

/* What lies between happens at once: no other thread runs meanwhile.  It must not wait. */
void heddle_atomic_begin(void);
void heddle_atomic_end(void);

/* Posts a task: task(argument) runs some time later, at once, in no particular order with other
 * tasks. */
void heddle_post(void (*task)(void *), void *argument);

#else

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t heddle_atomic_mutex_ __attribute__((unused)) = PTHREAD_MUTEX_INITIALIZER;

__attribute__((unused, weak)) long long heddle_choose(long long low, long long high)
{
    return low + rand() % (high - low + 1);
}

__attribute__((unused)) static void heddle_assume(_Bool condition)
{
    if (!condition)
        exit(0);
}

__attribute__((unused)) static void heddle_atomic_begin(void)
{
    pthread_mutex_lock(&heddle_atomic_mutex_);
}

__attribute__((unused)) static void heddle_atomic_end(void)
{
    pthread_mutex_unlock(&heddle_atomic_mutex_);
}

#endif
#endif
