/* thread.c -- pthread_create and what belongs to it.  A pthread_t is the number of the thread. */
#include "cancel.h"
#include "moment.h"
#include "signal.h"
#include "thread.h"

typedef struct {
    int detached;
    int scope, inherit, policy;
    unsigned long stack, guard;
    void *self; /* INITIALISE_ONCE */
} pthread_attr_t;

_Static_assert(sizeof(pthread_attr_t) <= (__SIZEOF_POINTER__ == 8 ? 56 : 36), "as in glibc");

/* Those that were joined, and detached; of interest only where a program joins or detaches threads at all. */
static Threads thread_joined, thread_detached;
static Threads thread_gone;    /* those that have come to their end, where somebody tries to join */
static unsigned thread_others; /* there are so many beside the first one, or the last one */
static _Thread_local int thread_cleanups;
_Thread_local int __heddle_locks;

static _Bool thread_joins(void)
{
    return __heddle_uses("pthread_join") || __heddle_uses("thrd_join") ||
           __heddle_uses("pthread_detach") || __heddle_uses("thrd_detach") ||
           __heddle_uses("pthread_tryjoin_np") || __heddle_uses("pthread_timedjoin_np");
}

char __heddle_no_result;

static void *__heddle_thread_start(void *function, void *argument)
{
    void *result = ((void *(*)(void *))function)(argument);
    if (__heddle_fell())
        result = &__heddle_no_result;
    thread_ends();
    return result;
}

/* A new thread: nothing is known about it, even if another one had its number before. */
void __heddle_thread_record(unsigned thread, _Bool is_detached)
{
    if (__heddle_uses("atexit"))
        if (__heddle_uses("pthread_exit") || __heddle_uses("thrd_exit"))
            thread_others++;
    if (SIGNALS || __heddle_uses("raise") || __heddle_uses("pthread_sigmask") ||
        __heddle_uses("sigprocmask"))
        __heddle_signal_inherit(thread);
    if (__heddle_uses("pthread_cancel"))
        __heddle_cancel_forget(thread_valid(thread));
    if (!thread_joins())
        return;
    Threads it = thread_valid(thread);
    if (__heddle_uses("pthread_tryjoin_np") || __heddle_uses("pthread_timedjoin_np"))
        thread_gone &= ~it;
    if ((thread_joined | thread_detached) & it) {
        thread_joined &= ~it;
        thread_detached &= ~it;
    }
    if (is_detached)
        thread_detached |= it;
}

/* A thread has ended.  The last one runs what exit runs. */
void exit(int status) __attribute__((noreturn));
void __heddle_thread_leave(void)
{
    __heddle_atomic_begin();
    _Bool is_last = thread_others == 0;
    if (!is_last)
        thread_others--;
    __heddle_atomic_end();
    if (is_last) {
        __heddle_failed(); /* that the others have ended puts nothing in order */
        exit(0);
    }
}

static int any_create(unsigned long *thread, const pthread_attr_t *attributes,
                      void *(*function)(void *), void *argument)
{
    (void)attributes;
    *thread = __heddle_fork(__heddle_thread_start, (void *)function, argument);
    return 0;
}

/* The number of the thread is written before anyone sees that it exists, as in glibc. */
int pthread_create(unsigned long *thread, const pthread_attr_t *attributes,
                   void *(*function)(void *), void *argument)
{
    ABSTRACT(any_create);
    __heddle_atomic_begin();
    unsigned created = __heddle_fork(__heddle_thread_start, (void *)function, argument);
    __heddle_thread_record(created, attributes && attributes->detached);
    if (thread || !__heddle_option("sv-comp")) /* a custom of that community: null is allowed */
        *thread = created;
    __heddle_atomic_end();
    return 0;
}

/* Waits for the thread; its result.  The one who waits may be cancelled meanwhile, if `point` is set. */
void *__heddle_thread_join(unsigned long thread, _Bool point)
{
    Threads it = thread_valid(thread);
    void *result = NULL;
    _Bool ends = 0, interrupted = 0;
    if (thread == __heddle_self())
        __heddle_fail("bad-thread", "a thread waits for its own end");
    __heddle_wait_begin();
    if (thread_detached & it)
        __heddle_fail("bad-thread", "a thread that was detached cannot be joined");
    if (thread_joined & it)
        __heddle_fail("bad-thread", "the thread was joined before");
    if (CANCELS)
        ends = point && __heddle_cancel_is_due();
    if (SIGNALS)
        interrupted = __heddle_signal_is_due();
    if (!ends && !interrupted) {
        __heddle_join((unsigned)thread);
        thread_joined |= it;
        result = __heddle_result((unsigned)thread);
    }
    __heddle_atomic_end();
    END_IF_CANCELLED(ends);
    RETURN_IF_INTERRUPTED(interrupted,
                          (__heddle_signal_run(), __heddle_thread_join(thread, point)));
    return result;
}

static int any_join(unsigned long thread, void **result)
{
    if (result)
        __heddle_fail("unsupported", "there is no proof yet about the results of threads");
    __heddle_wait_begin();
    __heddle_join((unsigned)thread);
    __heddle_atomic_end();
    return 0;
}

int pthread_join(unsigned long thread, void **result)
{
    ABSTRACT(any_join);
    void *unwritten, *got = __heddle_thread_join(thread, 1);
    if (result && got == &__heddle_no_result)
        __builtin_memcpy(result, &unwritten, sizeof unwritten);
    else if (result)
        *result = got;
    return 0;
}

void __heddle_thread_gone(void)
{
    __heddle_atomic_begin();
    thread_gone |= thread_me();
    __heddle_atomic_end();
}

/* Who tries in vain learns nothing that puts threads in order. */
static _Bool thread_is_gone(unsigned long thread)
{
    if (!thread_valid(thread))
        __heddle_fail("limit", "a try to join one of more than 64 threads");
    __heddle_atomic_begin();
    _Bool gone = (thread_gone & thread_bit((unsigned)thread)) != 0;
    if (!gone) {
        if (thread_detached & thread_bit((unsigned)thread))
            __heddle_fail("bad-thread", "a thread that was detached cannot be joined");
        __heddle_failed();
    }
    __heddle_atomic_end();
    return gone;
}

int pthread_tryjoin_np(unsigned long thread, void **result)
{
    return thread_is_gone(thread) ? pthread_join(thread, result) : EBUSY;
}

/* To wait some time and then to join is to try later. */
int pthread_timedjoin_np(unsigned long thread, void **result, const void *deadline)
{
    if (thread == __heddle_self())
        return EDEADLK;
    _Bool valid = moment_read(deadline);
    if (thread_is_gone(thread))
        return pthread_join(thread, result);
    return valid ? ETIMEDOUT : EINVAL;
}

void __heddle_thread_not_joined(Threads thread)
{
    if (thread_joined & thread)
        __heddle_fail("bad-thread", "the thread was joined before");
}

static void any_detach(unsigned long thread)
{
    (void)thread;
}

void __heddle_thread_detach(unsigned long thread)
{
    ABSTRACT(any_detach);
    if (!thread_joins())
        return;
    Threads it = thread_valid(thread);
    __heddle_atomic_begin();
    if (thread_joined & it)
        __heddle_fail("bad-thread", "the thread was joined before");
    if (thread_detached & it)
        __heddle_fail("bad-thread", "the thread was detached before");
    thread_detached |= it;
    __heddle_atomic_end();
}

int pthread_detach(unsigned long thread)
{
    __heddle_thread_detach(thread);
    return 0;
}

void __heddle_cleanup_all(void);

void __heddle_thread_exit(void *result)
{
    if (__heddle_uses("__heddle_cleanup_push"))
        __heddle_cleanup_all();
    if (__heddle_uses("__pthread_register_cancel") && thread_cleanups)
        __heddle_fail("unsupported",
                      "pthread_exit between pthread_cleanup_push and pop is not followed");
    thread_ends();
    __heddle_end_thread(result);
}

_Noreturn void pthread_exit(void *result)
{
    __heddle_thread_exit(result);
}

unsigned long pthread_self(void)
{
    return __heddle_self();
}

int pthread_equal(unsigned long a, unsigned long b)
{
    return a == b;
}

/* ---- names ---- */

enum { NAME_ROOM = 16 };

/* Of interest only where somebody asks for a name. */
static _Thread_local char thread_name[NAME_ROOM];
static _Thread_local _Bool thread_is_named;
static _Bool thread_is_renamed; /* a thread was given its name by another one */

static PLAIN _Bool name_set(char *to, const char *name)
{
    size_t length = 0;
    while (length < NAME_ROOM && name[length])
        length++;
    if (length == NAME_ROOM)
        return 0;
    __builtin_memcpy(to, name, length + 1);
    return 1;
}

static PLAIN void name_get(char *to, size_t length)
{
    __builtin_memcpy(to, thread_name, length);
}

int pthread_setname_np(unsigned long thread, const char *name)
{
    char text[NAME_ROOM];
    if (!name_set(text, name))
        return ERANGE;
    if (!__heddle_uses("pthread_getname_np"))
        return 0;
    if (thread != __heddle_self()) {
        __heddle_atomic_begin();
        thread_is_renamed = 1;
        __heddle_atomic_end();
        return 0;
    }
    name_set(thread_name, text);
    thread_is_named = 1;
    return 0;
}

int pthread_getname_np(unsigned long thread, char *name, size_t room)
{
    size_t length = 0;
    if (room < NAME_ROOM)
        return ERANGE;
    if (thread != __heddle_self() || !thread_is_named || thread_is_renamed)
        __heddle_fail("unsupported", "the name of a thread is known only to the thread that has "
                                     "given it to itself (pthread_setname_np), where no thread "
                                     "names another one");
    while (thread_name[length])
        length++;
    name_get(name, length + 1);
    return 0;
}

int pthread_setconcurrency(int level)
{
    return level < 0 ? EINVAL : 0;
}

/* ---- cleanup handlers of preprocessed files ---- */

/* The macro pthread_cleanup_push of glibc, in preprocessed files, saves the context (by setjmp, which
 * returns once there), then registers it; what it saved is wanted only by pthread_exit. */
_Noreturn void __pthread_unwind_next(void *context)
{
    (void)context;
    __heddle_fail("unsupported",
                  "pthread_exit between pthread_cleanup_push and pop is not followed");
}

int __sigsetjmp_cancel(void *context, int mask)
{
    (void)context, (void)mask;
    return 0;
}

void __pthread_register_cancel(void *context)
{
    (void)context;
    thread_cleanups++;
}

void __pthread_unregister_cancel(void *context)
{
    (void)context;
    thread_cleanups--;
}

/* ---- attributes ---- */

enum { STACK_MIN = 16384, STACK_USUAL = 8 << 20, PAGE = 4096 };

static void attr_unmarked(pthread_attr_t *a)
{
    (void)a;
}

static void attr_begins(pthread_attr_t *a)
{
    ABSTRACT(attr_unmarked);
    INITIALISE_ONCE(a, "an object of attributes");
}

static void attr_ends(pthread_attr_t *a)
{
    ABSTRACT(attr_unmarked);
    a->self = NULL;
}

int pthread_attr_init(pthread_attr_t *a)
{
    attr_begins(a);
    a->detached = a->scope = a->inherit = a->policy = 0;
    a->stack = STACK_USUAL;
    a->guard = PAGE;
    return 0;
}

int pthread_attr_destroy(pthread_attr_t *a)
{
    attr_ends(a);
    return 0;
}

/* Stores a setting that must lie between low and high. */
static int attr_set(int *where, int value, int low, int high)
{
    if (value < low || value > high)
        return EINVAL;
    *where = value;
    return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *a, int state)
{
    return attr_set(&a->detached, state, 0, 1);
}

int pthread_attr_getdetachstate(const pthread_attr_t *a, int *state)
{
    *state = a->detached;
    return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *a, unsigned long size)
{
    if (size < STACK_MIN)
        return EINVAL;
    a->stack = size;
    return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *a, unsigned long *size)
{
    *size = a->stack;
    return 0;
}

int pthread_attr_setguardsize(pthread_attr_t *a, unsigned long size)
{
    a->guard = size;
    return 0;
}

int pthread_attr_getguardsize(const pthread_attr_t *a, unsigned long *size)
{
    *size = a->guard;
    return 0;
}

/* Of a thread that runs: what is usual. */
int pthread_getattr_np(unsigned long thread, pthread_attr_t *a)
{
    (void)thread;
    return pthread_attr_init(a);
}

int pthread_attr_setscope(pthread_attr_t *a, int scope)
{
    return scope == 1 ? ENOTSUP : attr_set(&a->scope, scope, 0, 1);
}

int pthread_attr_setinheritsched(pthread_attr_t *a, int inherit)
{
    return attr_set(&a->inherit, inherit, 0, 1);
}

int pthread_attr_setschedparam(pthread_attr_t *a, const int *priority)
{
    (void)a;
    return *priority < 0 || *priority > 99 ? EINVAL : 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t *a, int policy)
{
    return attr_set(&a->policy, policy, 0, 2);
}
