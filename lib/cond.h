/* cond.h -- condition variables, for <threads.h>.  Private to lib/. */
#ifndef HEDDLE_COND_H
#define HEDDLE_COND_H

#include "mutex.h"

typedef struct {
    Threads waiting;
    int destroyed;
    pthread_mutex_t *mutex; /* of those that wait */
    void *self;             /* INITIALISE_ONCE */
} pthread_cond_t;

_Static_assert(sizeof(pthread_cond_t) <= 48, "as in glibc");

void __heddle_cond_make(pthread_cond_t *); /* initialises it, perhaps again */
int pthread_cond_init(pthread_cond_t *, const void *attributes);
int pthread_cond_destroy(pthread_cond_t *);
int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int pthread_cond_timedwait(pthread_cond_t *, pthread_mutex_t *, const void *deadline);
int pthread_cond_signal(pthread_cond_t *);
int pthread_cond_broadcast(pthread_cond_t *);

#endif
