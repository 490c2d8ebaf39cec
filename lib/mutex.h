/* mutex.h -- mutexes, for those who use them: condition variables, <threads.h>.  Private to lib/.
 */
#ifndef HEDDLE_MUTEX_H
#define HEDDLE_MUTEX_H

#include "intrinsics.h"

enum {
    MUTEX_NORMAL,
    MUTEX_RECURSIVE,
    MUTEX_ERRORCHECK,
    MUTEX_ADAPTIVE,
    MUTEX_TYPE = 15,
    MUTEX_ROBUST = 16,
    MUTEX_ORPHAN =
        32, /* ROBUST: its holder has ended, and nobody has called pthread_mutex_consistent since */
    MUTEX_LOST = 64, /* ROBUST: it was unlocked so, and will never be locked again */
    MUTEX_DESTROYED = -1
};
#define ROBUST __heddle_uses("pthread_mutexattr_setrobust")

/* The kind is where glibc has it, because static initialisers set it. */
typedef struct {
    unsigned lock;  /* the machine's */
    unsigned count; /* RECURSIVE: how often it is held besides the first time */
    void *self;     /* INITIALISE_ONCE; of a mtx_t: it was initialised with mtx_timed */
    int kind;
    Threads blocked; /* those that wait for a condition, and will want this mutex then */
} pthread_mutex_t;

typedef struct {
    int kind;
} pthread_mutexattr_t;

_Static_assert(sizeof(pthread_mutex_t) <= (__SIZEOF_POINTER__ == 8 ? 40 : 24), "as in glibc");

void __heddle_mutex_make(pthread_mutex_t *, int kind); /* initialises it, perhaps again */
int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *);
int pthread_mutex_destroy(pthread_mutex_t *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_trylock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);

_Noreturn static inline void mutex_unusable(const pthread_mutex_t *m)
{
    if (m->kind == MUTEX_DESTROYED)
        __heddle_fail("destroyed", "the mutex was destroyed");
    if (ROBUST)
        if (m->kind & MUTEX_ROBUST)
            __heddle_fail("unsupported",
                          "to wait for a condition with a robust mutex is not followed");
    __heddle_fail("misuse", "the mutex was never initialised, or was overwritten");
}

#endif
