/* wait.c -- functions that wait, or let time pass; the text comes behind that of replay.c, and both
 * are compiled as one. */

REPLACED(pthread_cond_wait)
int heddle_native_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    const Event *begun = me.pending, *next = next_event();
    if (!begun || !next || next->phase != 1 || next->landmark != begun->landmark)
        return pthread_cond_wait(c, m);
    int error = pthread_mutex_unlock(m);
    if (error)
        return error;
    const Event *event = next_phase();
    pthread_mutex_lock(m);
    end_if_cancelled(event);
    if (event->order == NEVER)
        return pthread_cond_wait(c, m); /* nobody has woken it up */
    return event->known ? (int)event->result : 0;
}

__attribute__((weak)) void __tsan_read8(void *);

/* ThreadSanitizer sees only what it has compiled, and the libraries. */
static void read_deadline(const struct timespec *at)
{
    if (__tsan_read8 && at) {
        __tsan_read8((void *)&at->tv_sec);
        __tsan_read8((void *)&at->tv_nsec);
    }
}

/* With a deadline: it has passed where the schedule says so. */
REPLACED(pthread_cond_timedwait)
int heddle_native_pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m,
                                         const struct timespec *deadline)
{
    read_deadline(deadline);
    const Event *next = next_event();
    if (!me.pending || !next || next->phase != 1)
        return pthread_cond_timedwait(c, m, deadline);
    return heddle_native_pthread_cond_wait(c, m);
}

REPLACED(pthread_cond_clockwait)
int heddle_native_pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
                                         const struct timespec *deadline)
{
    (void)clock;
    return heddle_native_pthread_cond_timedwait(c, m, deadline);
}

/* Those of <threads.h> are the same objects in glibc. */
REPLACED(cnd_wait)
int heddle_native_cnd_wait(cnd_t *c, mtx_t *m)
{
    const Event *next = next_event();
    if (!me.pending || !next || next->phase != 1)
        return cnd_wait(c, m);
    return heddle_native_pthread_cond_wait((pthread_cond_t *)c, (pthread_mutex_t *)m);
}

REPLACED(cnd_timedwait)
int heddle_native_cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *deadline)
{
    read_deadline(deadline);
    const Event *next = next_event();
    if (!me.pending || !next || next->phase != 1)
        return cnd_timedwait(c, m, deadline);
    return heddle_native_pthread_cond_wait((pthread_cond_t *)c, (pthread_mutex_t *)m);
}

REPLACED(pthread_barrier_wait)
int heddle_native_pthread_barrier_wait(pthread_barrier_t *b)
{
    if (__tsan_release)
        __tsan_release(b);
    const Event *event = next_phase();
    if (!event || event->order == NEVER)
        return pthread_barrier_wait(b);
    if (__tsan_acquire)
        __tsan_acquire(b);
    return event->known ? (int)event->result : 0;
}

/* To get a lock before the deadline is to try when the turn has come. */
static int tried(int error, int late)
{
    return error == EBUSY ? late : error;
}

REPLACED(pthread_mutex_timedlock)
int heddle_native_pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *deadline)
{
    read_deadline(deadline);
    return me.pending ? tried(pthread_mutex_trylock(m), ETIMEDOUT)
                      : pthread_mutex_timedlock(m, deadline);
}

REPLACED(pthread_mutex_clocklock)
int heddle_native_pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock,
                                          const struct timespec *deadline)
{
    (void)clock;
    return heddle_native_pthread_mutex_timedlock(m, deadline);
}

REPLACED(mtx_timedlock)
int heddle_native_mtx_timedlock(mtx_t *m, const struct timespec *deadline)
{
    read_deadline(deadline);
    if (!me.pending)
        return mtx_timedlock(m, deadline);
    int error = mtx_trylock(m);
    return error == thrd_busy ? thrd_timedout : error;
}

REPLACED(pthread_rwlock_timedrdlock)
int heddle_native_pthread_rwlock_timedrdlock(pthread_rwlock_t *l, const struct timespec *deadline)
{
    read_deadline(deadline);
    return me.pending ? tried(pthread_rwlock_tryrdlock(l), ETIMEDOUT)
                      : pthread_rwlock_timedrdlock(l, deadline);
}

REPLACED(pthread_rwlock_timedwrlock)
int heddle_native_pthread_rwlock_timedwrlock(pthread_rwlock_t *l, const struct timespec *deadline)
{
    read_deadline(deadline);
    return me.pending ? tried(pthread_rwlock_trywrlock(l), ETIMEDOUT)
                      : pthread_rwlock_timedwrlock(l, deadline);
}

REPLACED(sem_timedwait)
int heddle_native_sem_timedwait(sem_t *s, const struct timespec *deadline)
{
    read_deadline(deadline);
    if (!me.pending)
        return sem_timedwait(s, deadline);
    if (result_or(0) == 0)
        return sem_trywait(s);
    errno = ETIMEDOUT;
    return -1;
}

REPLACED(sleep)
unsigned heddle_native_sleep(unsigned seconds)
{
    (void)seconds;
    return (unsigned)result_or(0);
}

REPLACED(usleep)
int heddle_native_usleep(useconds_t time)
{
    (void)time;
    return result_or(0);
}

REPLACED(nanosleep)
int heddle_native_nanosleep(const struct timespec *time, struct timespec *rest)
{
    read_deadline(time);
    (void)rest;
    return result_or(0);
}

REPLACED(thrd_sleep)
int heddle_native_thrd_sleep(const struct timespec *time, struct timespec *rest)
{
    read_deadline(time);
    (void)rest;
    return result_or(0);
}

/* ---- the kernel ---- */

static int system_error(int error)
{
    errno = error;
    return -1;
}

/* Who waits sleeps until the trace lets it go on, and is woken by nobody. */
static long do_futex(const long *a)
{
    const unsigned *word = (const unsigned *)a[0];
    const Event *event = me.pending, *woken = next_phase();
    int op = (int)a[1] & 127;
    if (woken && woken->order == NEVER) /* nobody has woken it up */
        return syscall(SYS_futex, a[0], a[1], *word, a[3], a[4], a[5]);
    event = woken ? woken : event;
    if (!event->known)
        return syscall(SYS_futex, a[0], a[1], a[2], a[3], a[4], a[5]);
    if (event->result >= 0)
        return (long)event->result;
    return system_error(op == FUTEX_WAIT && !woken && *word != (unsigned)a[2] ? EAGAIN
                        : a[3]                                                ? ETIMEDOUT
                                                                              : EINTR);
}

static long ask_system(long number, const long *a)
{
    if (number == SYS_futex && me.pending)
        return do_futex(a);
    return syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

REPLACED(syscall)
long heddle_native_syscall(long number, ...)
{
    long a[6];
    va_list list;
    va_start(list, number);
    for (int k = 0; k < 6; k++)
        a[k] = va_arg(list, long);
    va_end(list);
    return ask_system(number, a);
}

/* The instruction `syscall`: errors are negative. */
long heddle_system(long number, long a, long b, long c, long d, long e, long f)
{
    int saved = errno;
    long result = ask_system(number, (const long[]){a, b, c, d, e, f});
    result = result == -1 ? -errno : result;
    errno = saved;
    return result;
}
