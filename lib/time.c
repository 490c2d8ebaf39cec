/* time.c -- clocks and pauses.
 *
 * A pause is a scheduling point, however long it is: heddle knows no time, and lets others run for
 * as long as they like.  Clocks are read with one of two values, the second never before the first;
 * that tries both outcomes of most tests, but not all times, so the verdict is not "safe" after it.
 * If nothing depends on what they say (it is printed, say), one value is as good as any. */
#include "cancel.h"
#include "moment.h"
#include "signal.h"

enum { EARLY = 1700000000, LATER = EARLY + 86400, TICKS = 1000000 };

static _Bool time_is_later;

static long time_now(void)
{
    if (!__heddle_matters())
        return EARLY;
    __heddle_doubt("the clock was read as one of two values; write heddle_choose for others");
    __heddle_atomic_begin();
    if (!time_is_later && __heddle_choose(0, 1))
        time_is_later = 1;
    long now = time_is_later ? LATER : EARLY;
    __heddle_atomic_end();
    return now;
}

long time(long *result)
{
    long now = time_now();
    if (result)
        *result = now;
    return now;
}

long clock(void)
{
    return (time_now() - EARLY) * (TICKS / 1000);
}

double difftime(long a, long b)
{
    return (double)a - (double)b;
}

int clock_gettime(int clock, Moment *result)
{
    if (clock < 0 || clock > 11)
        return error_is(EINVAL);
    *result = (Moment){time_now(), 0};
    return 0;
}

int gettimeofday(Moment *restrict result, void *restrict zone)
{
    (void)zone;
    *result = (Moment){time_now(), 0};
    return 0;
}

int timespec_get(Moment *result, int base)
{
    if (base != 1)
        return 0;
    *result = (Moment){time_now(), 0};
    return base;
}

/* The processor's counter (rdtsc), as a clock: the last bits differ. */
unsigned long long __heddle_ticks(void)
{
    return time_now() == EARLY ? 1000000000001ull : 3000000000000ull;
}

/* ---- pauses ---- */

/* False: a handler has interrupted it. */
static _Bool time_pause(void)
{
    __heddle_point();
    if (CANCELS)
        __heddle_cancel_point();
    if (!SIGNALS)
        return 1;
    __heddle_atomic_begin();
    _Bool due = __heddle_signal_is_due();
    __heddle_atomic_end();
    if (due)
        __heddle_signal_run();
    return !due;
}

unsigned sleep(unsigned seconds)
{
    return time_pause() ? 0 : seconds;
}

int usleep(unsigned microseconds)
{
    (void)microseconds;
    return time_pause() ? 0 : error_is(EINTR);
}

static PLAIN void time_left(Moment *left, const Moment *all)
{
    if (left)
        *left = *all;
}

static _Bool time_is_some(const Moment *duration)
{
    return duration->fraction >= 0 && duration->fraction < 1000000000 && duration->seconds >= 0;
}

int nanosleep(const Moment *duration, Moment *left)
{
    if (!time_is_some(duration))
        return error_is(EINVAL);
    if (time_pause())
        return 0;
    time_left(left, duration);
    return error_is(EINTR);
}

int clock_nanosleep(int clock, int flags, const Moment *duration, Moment *left)
{
    enum { ABSOLUTE = 1 };
    (void)clock;
    if (!time_is_some(duration))
        return EINVAL;
    if (time_pause())
        return 0;
    time_left(flags & ABSOLUTE ? NULL : left, duration);
    return EINTR;
}

int thrd_sleep(const Moment *duration, Moment *left)
{
    enum { NO_TIME = -2 };
    if (!time_is_some(duration))
        return NO_TIME;
    if (time_pause())
        return 0;
    time_left(left, duration);
    return -1;
}

int sched_yield(void)
{
    __heddle_point();
    return 0;
}

int pthread_yield(void)
{
    __heddle_point();
    return 0;
}
