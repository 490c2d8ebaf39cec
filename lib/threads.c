/* threads.c -- <threads.h>: thrd_*, mtx_*, cnd_*.  (tss_* is in key.c, call_once in once.c.)
 *
 * Made of the models of pthread_*; the types and numbers are those of glibc. */
#include "cond.h"
#include "moment.h"
#include "thread.h"

enum { THRD_SUCCESS, THRD_BUSY, THRD_ERROR, THRD_NOMEM, THRD_TIMEDOUT };
enum { MTX_PLAIN, MTX_RECURSIVE, MTX_TIMED };

typedef pthread_mutex_t mtx_t;
typedef pthread_cond_t cnd_t;

static int thrd_code(int error)
{
    switch (error) {
    case 0:
        return THRD_SUCCESS;
    case EBUSY:
        return THRD_BUSY;
    case ENOMEM:
        return THRD_NOMEM;
    case ETIMEDOUT:
        return THRD_TIMEDOUT;
    }
    return THRD_ERROR;
}

/* ---- threads ---- */

static void *__heddle_thrd_start(void *function, void *argument)
{
    void *result = (void *)(unsigned long)(unsigned)((int (*)(void *))function)(argument);
    if (__heddle_fell())
        result = &__heddle_no_result;
    thread_ends();
    return result;
}

int thrd_create(unsigned long *thread, int (*function)(void *), void *argument)
{
    __heddle_atomic_begin();
    unsigned created = __heddle_fork(__heddle_thrd_start, (void *)function, argument);
    __heddle_thread_record(created, 0);
    *thread = created;
    __heddle_atomic_end();
    return THRD_SUCCESS;
}

int thrd_join(unsigned long thread, int *result)
{
    void *got = __heddle_thread_join(thread, 0);
    int unwritten;
    if (result && got == &__heddle_no_result)
        __builtin_memcpy(result, &unwritten, sizeof unwritten);
    else if (result)
        *result = (int)(unsigned long)got;
    return THRD_SUCCESS;
}

int thrd_detach(unsigned long thread)
{
    __heddle_thread_detach(thread);
    return THRD_SUCCESS;
}

_Noreturn void thrd_exit(int result)
{
    __heddle_thread_exit((void *)(unsigned long)(unsigned)result);
}

unsigned long thrd_current(void)
{
    return __heddle_self();
}

int thrd_equal(unsigned long a, unsigned long b)
{
    return a == b;
}

void thrd_yield(void)
{
    __heddle_point();
}

/* ---- mutexes ---- */

int mtx_init(mtx_t *m, int type)
{
    if (type < MTX_PLAIN || type > (MTX_RECURSIVE | MTX_TIMED))
        return THRD_ERROR;
    __heddle_atomic_begin();
    __heddle_mutex_make(m, type & MTX_RECURSIVE ? MUTEX_RECURSIVE : MUTEX_NORMAL);
    m->self = type & MTX_TIMED ? m : NULL; /* here it says that there may be a time limit */
    __heddle_atomic_end();
    return THRD_SUCCESS;
}

void mtx_destroy(mtx_t *m)
{
    pthread_mutex_destroy(m);
}

int mtx_lock(mtx_t *m)
{
    return thrd_code(pthread_mutex_lock(m));
}

int mtx_trylock(mtx_t *m)
{
    return thrd_code(pthread_mutex_trylock(m));
}

int mtx_timedlock(mtx_t *m, const void *deadline)
{
    if (m->self != m && m->kind != MUTEX_DESTROYED)
        __heddle_fail("misuse", "mtx_timedlock of a mutex that was initialised without mtx_timed");
    _Bool valid = moment_read(deadline);
    return !pthread_mutex_trylock(m) ? THRD_SUCCESS : valid ? THRD_TIMEDOUT : THRD_ERROR;
}

int mtx_unlock(mtx_t *m)
{
    return thrd_code(pthread_mutex_unlock(m));
}

/* ---- condition variables ---- */

int cnd_init(cnd_t *c)
{
    __heddle_atomic_begin();
    __heddle_cond_make(c);
    __heddle_atomic_end();
    return THRD_SUCCESS;
}

void cnd_destroy(cnd_t *c)
{
    pthread_cond_destroy(c);
}

int cnd_wait(cnd_t *c, mtx_t *m)
{
    return thrd_code(pthread_cond_wait(c, m));
}

int cnd_timedwait(cnd_t *c, mtx_t *m, const void *deadline)
{
    return thrd_code(pthread_cond_timedwait(c, m, deadline));
}

int cnd_signal(cnd_t *c)
{
    return thrd_code(pthread_cond_signal(c));
}

int cnd_broadcast(cnd_t *c)
{
    return thrd_code(pthread_cond_broadcast(c));
}
