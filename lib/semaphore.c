/* semaphore.c -- sem_*: a counter.  A thread that waits at a semaphore when it is destroyed
 * notices; in the abstractions none is ever destroyed.
 *
 * Who takes it comes after all who have posted, as if a post were a read-modify-write that releases
 * and to take it one that acquires: nothing else here puts threads in order. */
#include "cancel.h"
#include "channel.h"
#include "moment.h"
#include "process.h"
#include "signal.h"
#include "varargs.h"

enum { SEM_VALUE_MAX = 0x7fffffff };

typedef struct {
    unsigned value;
    int destroyed;
    void *self; /* INITIALISE_ONCE */
} sem_t;

static unsigned sem_value_acquired(const sem_t *s)
{
    return *(const volatile unsigned *)&s->value;
}

static void sem_release_value(sem_t *s, unsigned value)
{
    *(volatile unsigned *)&s->value = value;
}

static _Bool lives_on(const sem_t *s)
{
    (void)s;
    return 0;
}

static _Bool sem_is_gone(const sem_t *s)
{
    ABSTRACT(lives_on);
    return s->destroyed;
}

static void sem_check(const sem_t *s)
{
    if (sem_is_gone(s))
        __heddle_fail("destroyed", "the semaphore was destroyed");
}

static void stays(sem_t *s, int gone)
{
    (void)s, (void)gone;
}

static void sem_set_gone(sem_t *s, int gone)
{
    ABSTRACT(stays);
    s->destroyed = gone;
}

static void unmarked(sem_t *s)
{
    (void)s;
}

static void sem_begins(sem_t *s)
{
    ABSTRACT(unmarked);
    INITIALISE_ONCE(s, "a semaphore");
}

static void sem_ends(sem_t *s)
{
    ABSTRACT(unmarked);
    s->self = NULL;
}

int sem_init(sem_t *s, int shared, unsigned value)
{
    (void)shared;
    if (value > SEM_VALUE_MAX)
        return error_is(EINVAL);
    __heddle_atomic_begin();
    sem_begins(s);
    s->value = value;
    sem_set_gone(s, 0);
    __heddle_atomic_end();
    return 0;
}

int sem_destroy(sem_t *s)
{
    __heddle_atomic_begin();
    sem_check(s);
    sem_set_gone(s, 1);
    sem_ends(s);
    __heddle_atomic_end();
    return 0;
}

int sem_wait(sem_t *s)
{
    _Bool ends = 0, interrupted = 0;
    __heddle_wait_begin();
    if (CANCELS)
        ends = __heddle_cancel_is_due();
    if (SIGNALS)
        interrupted = __heddle_signal_is_due();
    __heddle_wait(s->value || sem_is_gone(s) || ends || interrupted);
    if (!ends && !interrupted) {
        sem_check(s);
        s->value = sem_value_acquired(s) - 1;
    }
    __heddle_atomic_end();
    END_IF_CANCELLED(ends);
    RETURN_IF_INTERRUPTED(interrupted, __heddle_signal_run() ? sem_wait(s) : error_is(EINTR));
    return 0;
}

static _Bool sem_try(sem_t *s)
{
    _Bool taken = 0;
    if (__heddle_may_fail())
        return 0;
    __heddle_atomic_begin();
    sem_check(s);
    if (s->value) {
        s->value = sem_value_acquired(s) - 1;
        taken = 1;
    } else {
        __heddle_failed();
    }
    __heddle_atomic_end();
    return taken;
}

int sem_trywait(sem_t *s)
{
    return sem_try(s) ? 0 : error_is(EAGAIN);
}

/* To wait some time and then to get through is to try later. */
int sem_timedwait(sem_t *s, const void *deadline)
{
    if (!moment_read(deadline))
        return error_is(EINVAL);
    if (CANCELS)
        __heddle_cancel_point();
    if (sem_try(s))
        return 0;
    _Bool interrupted = 0;
    if (SIGNALS) {
        __heddle_atomic_begin();
        interrupted = __heddle_signal_is_due();
        __heddle_atomic_end();
    }
    RETURN_IF_INTERRUPTED(interrupted,
                          __heddle_signal_run() ? sem_timedwait(s, deadline) : error_is(EINTR));
    return error_is(ETIMEDOUT);
}

int sem_clockwait(sem_t *s, int clock, const void *deadline)
{
    (void)clock;
    return sem_timedwait(s, deadline);
}

int sem_post(sem_t *s)
{
    _Bool full = 0;
    __heddle_atomic_begin();
    sem_check(s);
    if (s->value == SEM_VALUE_MAX)
        full = 1;
    else
        sem_release_value(s, s->value + 1);
    __heddle_atomic_end();
    return full ? error_is(EOVERFLOW) : 0;
}

/* It puts nothing in order, as a try in vain. */
int sem_getvalue(sem_t *s, int *value)
{
    __heddle_atomic_begin();
    sem_check(s);
    *value = (int)s->value;
    __heddle_failed();
    __heddle_atomic_end();
    return 0;
}

/* ---- named ones: a name leads to its semaphore until it is unlinked ---- */

enum { MOST_NAMED = 8, MOST_NAME = 32, CREATE = 64, EXCLUSIVE = 128, ENOENT_NAME = 2 };

static struct {
    char name[MOST_NAME];
    sem_t *semaphore;
} sem_named[MOST_NAMED];

static _Bool sem_is_named(int k, const char *name)
{
    const char *known = sem_named[k].name;
    while (*known && *known == *name) {
        known++;
        name++;
    }
    return sem_named[k].semaphore && *known == *name;
}

/* As in glibc a / before it makes no difference. */
static const char *sem_short_name(const char *name)
{
    while (*name == '/')
        name++;
    return name;
}

/* MOST_NAMED: there is none. */
static int sem_find(const char *name)
{
    int k = 0;
    while (k < MOST_NAMED && !sem_is_named(k, name))
        k++;
    return k;
}

static sem_t *sem_make(const char *name, unsigned value)
{
    int k = 0, length = 0;
    while (k < MOST_NAMED && sem_named[k].semaphore)
        k++;
    while (name[length] && length < MOST_NAME)
        length++;
    if (k == MOST_NAMED || length == MOST_NAME)
        __heddle_fail(
            "limit",
            "more than 8 named semaphores, or a name of more than 31 bytes: make fewer, or "
            "shorter ones");
    for (int c = 0; c <= length; c++)
        sem_named[k].name[c] = name[c];
    sem_t *semaphore = __heddle_alloc(sizeof *semaphore);
    semaphore->value = value;
    semaphore->destroyed = 0;
    return sem_named[k].semaphore = semaphore;
}

sem_t *sem_open(const char *name, int flags, ...)
{
    va_list arguments;
    sem_t *result = NULL;
    unsigned value = 0;
    if (FORKS)
        __heddle_fail("unsupported", "a semaphore with a name, which other processes have, too, is "
                                     "not followed in a program that forks: let a thread be the "
                                     "other process");
    if (flags & CREATE) {
        va_start(arguments, flags);
        (void)va_arg(arguments, unsigned);
        value = va_arg(arguments, unsigned);
        va_end(arguments);
    }
    name = sem_short_name(name);
    if (!*name || value > SEM_VALUE_MAX) {
        errno_set(EINVAL);
        return NULL;
    }
    __heddle_atomic_begin();
    int k = sem_find(name);
    if (k < MOST_NAMED && (flags & (CREATE | EXCLUSIVE)) != (CREATE | EXCLUSIVE))
        result = sem_named[k].semaphore;
    else if (k == MOST_NAMED && flags & CREATE)
        result = sem_make(name, value);
    __heddle_atomic_end();
    if (!result)
        errno_set(k < MOST_NAMED ? EEXIST : ENOENT_NAME);
    return result;
}

int sem_close(sem_t *s)
{
    (void)s;
    return 0;
}

int sem_unlink(const char *name)
{
    __heddle_atomic_begin();
    int k = sem_find(sem_short_name(name));
    if (k < MOST_NAMED)
        sem_named[k].semaphore = NULL;
    __heddle_atomic_end();
    return k < MOST_NAMED ? 0 : error_is(ENOENT_NAME);
}
