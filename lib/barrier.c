/* barrier.c -- pthread_barrier_*.
 *
 * A thread that has been let go may not look at the barrier again, because that may be destroyed by
 * then: whether it still has to wait, and whether it is the one that gets
 * PTHREAD_BARRIER_SERIAL_THREAD (any of them: POSIX leaves it open), is written outside.
 *
 * Who arrives comes after all who have arrived at the barrier before, and who is let go after the
 * last one that it has waited for, which leaves it a note: nothing else here puts threads in order. */
#include "signal.h"
#include "intrinsics.h"

enum { SERIAL_THREAD = -1 };

typedef struct {
    unsigned total; /* 0: destroyed */
    Threads arrived;
    void *self; /* INITIALISE_ONCE */
} pthread_barrier_t;

_Static_assert(sizeof(pthread_barrier_t) <= (__SIZEOF_POINTER__ == 8 ? 32 : 20), "as in glibc");

static Threads barrier_blocked, barrier_serial;
static volatile char barrier_note[MOST_THREADS]; /* for each thread; nothing stands on it */
static volatile char barrier_notes;              /* for all of them */

static void barrier_unmarked(pthread_barrier_t *b)
{
    (void)b;
}

static void barrier_begins(pthread_barrier_t *b)
{
    ABSTRACT(barrier_unmarked);
    INITIALISE_ONCE(b, "a barrier");
}

static void barrier_ends(pthread_barrier_t *b)
{
    ABSTRACT(barrier_unmarked);
    b->self = NULL;
}

int pthread_barrier_init(pthread_barrier_t *b, const void *attributes, unsigned total)
{
    (void)attributes;
    if (total == 0)
        return EINVAL;
    __heddle_atomic_begin();
    barrier_begins(b);
    b->total = total;
    b->arrived = 0;
    __heddle_atomic_end();
    return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *b)
{
    __heddle_atomic_begin();
    if (b->total == 0)
        __heddle_fail("destroyed", "the barrier was destroyed before, or never initialised");
    if (b->arrived)
        __heddle_fail("busy", "a barrier is destroyed while a thread waits at it");
    b->total = 0;
    barrier_ends(b);
    __heddle_atomic_end();
    return 0;
}

static unsigned barrier_count(Threads set)
{
    unsigned count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

static void barrier_let_go(Threads threads)
{
    barrier_blocked &= ~threads;
    barrier_serial |= thread_any(threads);
    if (!__heddle_option("orders")) {
        barrier_notes = 0;
        return;
    }
    for (int t = 0; threads; t++, threads >>= 1)
        if (threads & 1)
            barrier_note[t] = 0;
}

/* Without orders below seq_cst it makes no difference from which barrier: then threads are not told
 * apart here. */
static void barrier_learn(void)
{
    if (__heddle_option("orders"))
        (void)barrier_note[__heddle_self() - 1];
    else
        (void)barrier_notes;
}

static void barrier_arrive(pthread_barrier_t *b, Threads me)
{
    if (b->total == 0)
        __heddle_fail("destroyed", "the barrier was destroyed, or never initialised");
    volatile Threads *at = &b->arrived;
    Threads arrived = *at | me;
    _Bool last = barrier_count(arrived) >= b->total;
    *at = last ? 0 : arrived;
    barrier_blocked |= me;
    if (last)
        barrier_let_go(arrived);
}

int pthread_barrier_wait(pthread_barrier_t *b)
{
    Threads me = thread_me();
    __heddle_atomic_begin();
    barrier_arrive(b, me);
    __heddle_atomic_end();
    __heddle_wait_begin();
    if (SIGNALS)
        signal_refuse();
    __heddle_wait(!(barrier_blocked & me));
    barrier_learn();
    _Bool serial = barrier_serial & me;
    barrier_serial &= ~me;
    __heddle_atomic_end();
    return serial ? SERIAL_THREAD : 0;
}

int pthread_barrierattr_init(int *a)
{
    *a = 0;
    return 0;
}

int pthread_barrierattr_destroy(int *a)
{
    (void)a;
    return 0;
}

int pthread_barrierattr_setpshared(int *a, int shared)
{
    (void)a;
    return shared == 0 || shared == 1 ? 0 : EINVAL;
}
