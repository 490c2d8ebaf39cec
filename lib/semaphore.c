/* semaphore.c -- sem_*: a counter.  A thread that waits at a semaphore when it is destroyed
 * notices. */
#include "intrinsics.h"

enum { SEM_VALUE_MAX = 0x7fffffff };

typedef struct {
    unsigned value;
    int destroyed;
} sem_t;

static void sem_check(const sem_t *s)
{
    if (!__heddle_option("prove") && s->destroyed)
        __heddle_fail("destroyed", "the semaphore was destroyed");
}

int sem_init(sem_t *s, int shared, unsigned value)
{
    (void)shared;
    if (value > SEM_VALUE_MAX)
        return error_is(EINVAL);
    __heddle_atomic_begin();
    s->value = value;
    if (!__heddle_option("prove"))
        s->destroyed = 0;
    __heddle_atomic_end();
    return 0;
}

int sem_destroy(sem_t *s)
{
    if (__heddle_option("prove"))
        return 0;
    __heddle_atomic_begin();
    sem_check(s);
    s->destroyed = 1;
    __heddle_atomic_end();
    return 0;
}

int sem_wait(sem_t *s)
{
    __heddle_wait_begin();
    __heddle_wait(s->value || (!__heddle_option("prove") && s->destroyed));
    sem_check(s);
    s->value--;
    __heddle_atomic_end();
    return 0;
}

static _Bool sem_try(sem_t *s)
{
    _Bool taken = 0;
    __heddle_atomic_begin();
    sem_check(s);
    if (s->value) {
        s->value--;
        taken = 1;
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
    (void)deadline;
    return sem_try(s) ? 0 : error_is(ETIMEDOUT);
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
        s->value++;
    __heddle_atomic_end();
    return full ? error_is(EOVERFLOW) : 0;
}

int sem_getvalue(sem_t *s, int *value)
{
    __heddle_atomic_begin();
    sem_check(s);
    *value = (int)s->value;
    __heddle_atomic_end();
    return 0;
}
