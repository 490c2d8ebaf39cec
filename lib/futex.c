/* futex.c -- the system call futex: threads wait at an address, and are woken by it.  Errors are negative, as
 * the kernel gives them.
 *
 * Each thread that waits has a place of its own in one list, in which a wake finds it.  The kernel
 * compares the word and enters the list in one action; it wakes whom it likes.  A wait may end for
 * no reason at any time: then it might as well end at once.  One with a timeout may end without
 * being woken.
 *
 * The word is the user's, and read as the kernel does: the newest value.  Nothing here puts threads
 * in order; who is woken must look at the word again, and does that by an atomic access. */
#include "moment.h"
#include "process.h"
#include "signal.h"
#include "varargs.h"

enum { FUTEX_WAIT, FUTEX_WAKE, FUTEX_REQUEUE = 3, FUTEX_CMP_REQUEUE };
enum { FUTEX_LOCK_PI = 6, FUTEX_UNLOCK_PI, FUTEX_TRYLOCK_PI, FUTEX_LOCK_PI2 = 13 };
enum { FUTEX_WAIT_BITSET = 9, FUTEX_WAKE_BITSET, FUTEX_FLAGS = 128 | 256 };

typedef struct Sleeper {
    struct Sleeper *next;
    void *at;
    unsigned bits; /* of FUTEX_WAIT_BITSET */
    _Bool awake;
} Sleeper;

static Sleeper *futex_sleepers;
static int futex_entered;

/* Inside an action: what the caller has written before is there for all to see. */
static void futex_enter(void)
{
    *(volatile int *)&futex_entered = 0;
}

static void futex_leave(Sleeper *s)
{
    Sleeper **at = &futex_sleepers;
    while (*at != s)
        at = &(*at)->next;
    *at = s->next;
    s->next = NULL;
}

static unsigned futex_count(void *at, unsigned bits)
{
    unsigned count = 0;
    for (Sleeper *s = futex_sleepers; s; s = s->next)
        count += s->at == at && (s->bits & bits);
    return count;
}

/* The n-th one that waits there. */
static Sleeper *futex_sleeper(void *at, unsigned bits, unsigned n)
{
    Sleeper *s = futex_sleepers;
    while (s->at != at || !(s->bits & bits) || n--)
        s = s->next;
    return s;
}

/* Inside an action: so many of them, any of them. */
static long futex_wake(void *at, unsigned bits, unsigned most)
{
    unsigned woken = 0, count = futex_count(at, bits);
    for (; woken < most && count; woken++, count--) {
        unsigned n = most - woken < count ? (unsigned)__heddle_choose(0, count - 1) : 0;
        Sleeper *s = futex_sleeper(at, bits, n);
        futex_leave(s);
        s->awake = 1;
        __heddle_failed(); /* somebody waits, or somebody has woken him: both are known without order */
    }
    return woken;
}

static long futex_requeue(void *from, void *to, unsigned most)
{
    unsigned moved = 0, count = futex_count(from, ~0u);
    if (from == to)
        return count < most ? count : most;
    for (; moved < most && count; moved++, count--) {
        unsigned n = most - moved < count ? (unsigned)__heddle_choose(0, count - 1) : 0;
        futex_sleeper(from, ~0u, n)->at = to;
    }
    return moved;
}

static unsigned futex_word(const unsigned *at)
{
    return *at;
}

static long futex_wait(unsigned *at, unsigned value, unsigned bits, const Moment *timeout)
{
    if (!bits || (timeout && !moment_read(timeout)))
        return -EINVAL;
    _Bool at_once = __heddle_choose(0, 1);
    Sleeper *me = at_once ? NULL : __heddle_alloc_zero(sizeof *me);
    __heddle_atomic_begin();
    futex_enter();
    _Bool differs = futex_word(at) != value;
    if (!differs && !at_once) {
        *me = (Sleeper){.next = futex_sleepers, .at = at, .bits = bits};
        futex_sleepers = me;
    }
    __heddle_atomic_end();
    if (differs || at_once) {
        if (me)
            __heddle_free(me);
        return !differs && !timeout ? 0 : differs ? -EAGAIN : -ETIMEDOUT;
    }
    __heddle_wait_begin();
    _Bool awake = me->awake, interrupted = 0;
    if (SIGNALS)
        interrupted = !awake && __heddle_signal_is_due();
    __heddle_wait(awake || timeout || interrupted);
    if (!awake)
        futex_leave(me);
    __heddle_atomic_end();
    __heddle_free(me);
    RETURN_IF_INTERRUPTED(interrupted,
                          __heddle_signal_run() ? futex_wait(at, value, bits, timeout) : -EINTR);
    return awake ? 0 : -ETIMEDOUT;
}

static long futex_wake_requeue(unsigned *at, unsigned most, unsigned moved, unsigned *to,
                               const unsigned *value)
{
    __heddle_atomic_begin();
    futex_enter();
    _Bool differs = value && futex_word(at) != *value;
    long woken = 0, gone = 0;
    if (!differs) {
        woken = futex_wake(at, ~0u, most);
        gone = futex_requeue(at, to, moved);
    }
    __heddle_atomic_end();
    if (differs)
        return -EAGAIN;
    return woken + gone;
}

static long futex_wake_some(unsigned *at, unsigned bits, int most)
{
    if (!bits)
        return -EINVAL;
    __heddle_atomic_begin();
    futex_enter();
    long woken = futex_wake(at, bits, most > 0 ? (unsigned)most : 1);
    __heddle_atomic_end();
    return woken;
}

/* ---- with an owner (priority inheritance) ----
 *
 * The word is the number of the thread that owns the lock, with a bit if somebody waits; then the
 * kernel gives the lock to any of those (heddle knows no priorities).  It does so in order, as a
 * mutex does. */

enum { FUTEX_WAITERS = 1u << 31, FUTEX_OWNER = (1 << 30) - 1 };

typedef struct Heir {
    struct Heir *next;
    void *at;
    unsigned thread;
    volatile _Bool owns;
} Heir;

static Heir *futex_heirs;

static unsigned futex_me(void)
{
    return PROCESS - 1 + __heddle_self();
}

static void futex_disinherit(Heir *h)
{
    Heir **at = &futex_heirs;
    while (*at != h)
        at = &(*at)->next;
    *at = h->next;
}

/* The kernel reads and writes this word in order, as an atomic update of the user's would. */
static PLAIN unsigned futex_take(unsigned *at)
{
    return __atomic_fetch_or(at, 0, __ATOMIC_ACQ_REL);
}

static PLAIN void futex_give(unsigned *at, unsigned word)
{
    (void)__atomic_exchange_n(at, word, __ATOMIC_ACQ_REL);
}

/* In an action: an error, 0 (it is ours now), or 1: the caller must wait. */
static long futex_own(unsigned *at)
{
    unsigned word = futex_take(at), owner = word & FUTEX_OWNER;
    if (owner == futex_me())
        return -EDEADLK;
    if (owner && (owner < PROCESS || owner >= PROCESS + MOST_THREADS))
        return -ESRCH;
    word = owner ? word | FUTEX_WAITERS : (word & FUTEX_WAITERS) | futex_me();
    futex_give(at, word);
    return owner != 0;
}

static long futex_lock(unsigned *at, const Moment *timeout, _Bool waits)
{
    if (timeout && !moment_read(timeout))
        return -EINVAL;
    Heir *me = __heddle_alloc_zero(sizeof *me);
    __heddle_atomic_begin();
    long result = futex_own(at);
    if (result > 0 && waits) {
        me->at = at;
        me->thread = futex_me();
        me->next = futex_heirs;
        futex_heirs = me;
    }
    __heddle_atomic_end();
    if (result > 0 && waits) {
        __heddle_wait_begin();
        _Bool owns = me->owns;
        if (SIGNALS)
            signal_refuse();
        __heddle_wait(owns || timeout);
        if (!owns)
            futex_disinherit(me);
        result = owns ? 0 : -ETIMEDOUT;
        __heddle_atomic_end();
    }
    __heddle_free(me);
    return result > 0 ? -EAGAIN : result;
}

static long futex_unlock(unsigned *at)
{
    __heddle_atomic_begin();
    futex_enter();
    _Bool ours = (futex_word(at) & FUTEX_OWNER) == futex_me();
    unsigned count = 0;
    for (Heir *h = futex_heirs; h; h = h->next)
        count += h->at == at;
    if (ours && !count) {
        futex_give(at, 0);
    } else if (ours) {
        Heir *heir = futex_heirs;
        unsigned n = count > 1 ? (unsigned)__heddle_choose(0, count - 1) : 0;
        while (heir->at != at || n--)
            heir = heir->next;
        futex_disinherit(heir);
        futex_give(at, heir->thread | FUTEX_WAITERS);
        heir->owns = 1;
    }
    __heddle_atomic_end();
    return ours ? 0 : -EPERM;
}

static _Bool futex_is_owned(int op)
{
    return op == FUTEX_LOCK_PI || op == FUTEX_LOCK_PI2 || op == FUTEX_TRYLOCK_PI ||
           op == FUTEX_UNLOCK_PI;
}

/* The last two have no more arguments. */
static long futex_owned(unsigned *at, int op, va_list arguments)
{
    if (op == FUTEX_UNLOCK_PI)
        return futex_unlock(at);
    if (op == FUTEX_TRYLOCK_PI)
        return futex_lock(at, NULL, 0);
    (void)va_arg(arguments, unsigned);
    return futex_lock(at, va_arg(arguments, const Moment *), 1);
}

static long futex_call(va_list arguments)
{
    unsigned *at = va_arg(arguments, unsigned *);
    int op = va_arg(arguments, int);
    if (__heddle_option("owners"))
        if (futex_is_owned(op & ~FUTEX_FLAGS))
            return futex_owned(at, op & ~FUTEX_FLAGS, arguments);
    unsigned value = va_arg(arguments, unsigned), bits = ~0u;
    switch (op & ~FUTEX_FLAGS) {
    case FUTEX_WAIT:
        return futex_wait(at, value, bits, va_arg(arguments, const Moment *));
    case FUTEX_WAKE:
        return futex_wake_some(at, bits, (int)value);
    case FUTEX_WAIT_BITSET: {
        const Moment *timeout = va_arg(arguments, const Moment *);
        (void)va_arg(arguments, unsigned *);
        bits = va_arg(arguments, unsigned);
        return futex_wait(at, value, bits, timeout);
    }
    case FUTEX_WAKE_BITSET:
        (void)va_arg(arguments, const Moment *);
        (void)va_arg(arguments, unsigned *);
        bits = va_arg(arguments, unsigned);
        return futex_wake_some(at, bits, (int)value);
    case FUTEX_REQUEUE:
    case FUTEX_CMP_REQUEUE: {
        unsigned most = va_arg(arguments, unsigned);
        unsigned *to = va_arg(arguments, unsigned *);
        _Bool compares = (op & ~FUTEX_FLAGS) == FUTEX_CMP_REQUEUE;
        unsigned wanted = compares ? va_arg(arguments, unsigned) : 0;
        return futex_wake_requeue(at, value, most, to, compares ? &wanted : NULL);
    }
    default:
        __heddle_fail("unsupported",
                      "an operation of the system call futex that heddle does not "
                      "know; known are wait, wake, requeue, those with bits, and, if "
                      "their numbers stand in the text of the program as constants, lock and "
                      "unlock (FUTEX_LOCK_PI and the like)");
    }
}
