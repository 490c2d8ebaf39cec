/* intrinsics.h -- what the models are written with.  Private to lib/.
 *
 * The functions below have no body: the C front end turns each call into instructions of the
 * intermediate representation (doc/ir.md).  The models are compiled with the user's program, for
 * its data model, without any header of the system.  Their structures lie over those of glibc:
 * they are no larger, and all zero means what it means there. */
#ifndef HEDDLE_INTRINSICS_H
#define HEDDLE_INTRINSICS_H

/* Locks.  A mutex is 4 bytes: 0, or the thread that holds it.  A reader-writer lock is 16: the
 * writer at 0, a bit for each reader at 8. */
void __heddle_acquire(void *lock);
void __heddle_release(void *lock);
_Bool __heddle_try(void *lock);
_Bool __heddle_holds(void *lock); /* does the caller? */
void __heddle_acquire_shared(void *lock);
void __heddle_acquire_exclusive(void *lock);
void __heddle_release_shared(void *lock);
void __heddle_release_exclusive(void *lock);
_Bool __heddle_try_shared(void *lock);
_Bool __heddle_try_exclusive(void *lock);
_Bool __heddle_holds_shared(void *lock);
_Bool __heddle_holds_exclusive(void *lock);

/* Who tries a lock in vain learns that somebody holds it, and nothing happens before that by the
 * rules of C and POSIX.  So there is a second search for data races, in which a try may also fail
 * for no reason; in the first one __heddle_may_fail() is false.  A model that tries in vain without
 * the functions above says so by __heddle_failed(), and so does whatever else tells a thread of what
 * others have done, and puts nothing in order. */
_Bool __heddle_may_fail(void);
void __heddle_failed(void);

/* Threads.  A thread is a number from 1 on. */
unsigned __heddle_fork(void *(*start)(void *, void *), void *function, void *argument);
/* A task: start(function, argument) runs some time later, in one action. */
void __heddle_post(void *(*start)(void *, void *), void *function, void *argument);
_Bool __heddle_fell(void); /* in `start`: did the function that it called end without a value? */
void __heddle_join(unsigned thread);
void *__heddle_result(unsigned thread); /* of a thread that was joined */
unsigned __heddle_self(void);
_Noreturn void __heddle_end_thread(void *result);
_Noreturn void __heddle_end_program(void);
_Noreturn void __heddle_jump(void); /* to the mark that names a call of setjmp: see jump.c */

/* Actions.  What stands between begin and end is one action.  A region that begins with wait_begin
 * may wait: at __heddle_wait until the condition is true, at an acquire until the lock is free, at
 * a join until the thread has ended.  Whatever the region did before is undone meanwhile. */
void __heddle_point(void);
void __heddle_atomic_begin(void);
void __heddle_wait_begin(void);
void __heddle_wait(_Bool ready);
void __heddle_atomic_end(void);

/* For `heddle prove`, which is about any number of threads: this function stands for the one that
 * calls it first thing, and has the same parameters and results.  It must do whatever that can do,
 * as far as the user's program can tell, and may do more.  Nobody checks it, so that only models
 * have one. */
void __heddle_abstract(void *function);
#define ABSTRACT(function) __heddle_abstract((void *)(function))

/* Functions of <math.h> by their names (src/ir/math.def); those of one number do not look at y. */
double __heddle_math(const char *name, double x, double y);
float __heddle_mathf(const char *name, float x, float y);

/* Choices and errors.  Keys of errors are those of src/ir/error.def; texts are literals. */
long long __heddle_choose(long long low, long long high);
void __heddle_assume(_Bool);
_Noreturn void __heddle_fail(const char *key, const char *message);
void __heddle_doubt(const char *why); /* not all inputs are tried: no verdict "safe" from here on */
_Bool __heddle_option(
    const char *
        name); /* was it given on the command line?  Or: "orders", "addresses", "owners": has the program such instructions? */
_Bool __heddle_uses(const char *function); /* does the user's program? */
_Bool __heddle_matters(void);              /* does anything depend on what this function returns? */
void __heddle_trace(const char *format, ...);

void *__heddle_alloc(unsigned long bytes);
void *__heddle_alloc_zero(unsigned long bytes);
void __heddle_free(void *object);
unsigned long __heddle_size(void *object);
/* Is that address kept at the place?  If nothing was ever written there it is not. */
_Bool __heddle_keeps(const void *place, const void *address);
/* What a function writes and what it reads must have no byte in common. */
void __heddle_apart(const void *to, unsigned long written, const void *from, unsigned long read);

/* What is volatile puts threads in order: who reads it comes after all who have written it.  (Locks,
 * forks and joins do so by themselves, and nothing else in lib/ does.) */

/* Functions that touch the user's data on the user's behalf: their accesses can race.  In all other
 * functions of lib/ every access is atomic. */
#define PLAIN __attribute__((section("heddle.plain")))
/* Functions that write only who holds or awaits a lock: who does nothing else in a loop hangs. */
#define QUIET __attribute__((section("heddle.quiet"), noinline))

#define NULL ((void *)0)
typedef __SIZE_TYPE__ size_t;
typedef unsigned long long Threads; /* a set of threads: bit t - 1 */
enum { MOST_THREADS = 64 };

static inline Threads thread_bit(unsigned thread)
{
    if (thread - 1 >= MOST_THREADS)
        __heddle_fail("limit", "more than 64 threads: let the check start fewer");
    return 1ull << (thread - 1);
}

static inline Threads thread_me(void)
{
    return thread_bit(__heddle_self());
}

/* Any one of a set that is not empty. */
static inline Threads thread_any(Threads set)
{
    int others = 0;
    for (Threads rest = set & (set - 1); rest; rest &= rest - 1)
        others++;
    if (others)
        for (int skip = (int)__heddle_choose(0, others); skip; skip--)
            set &= set - 1;
    return set & -set;
}

/* What POSIX forbids to initialise twice keeps its own address from then on until it is destroyed: so
 * a copy, and memory that was something else before, are not taken for it. */
#define INITIALISE_ONCE(object, name)                                                              \
    do {                                                                                           \
        if (__heddle_keeps(&(object)->self, (object)))                                             \
            __heddle_fail("misuse",                                                                \
                          name " is initialised a second time, without being destroyed before");   \
        (object)->self = (object);                                                                 \
    } while (0)

/* With --lock-leaks each thread counts the locks that it holds. */
extern _Thread_local int __heddle_locks;

static inline void lock_count(int by)
{
    if (__heddle_option("lock-leaks"))
        __heddle_locks += by;
}

static inline _Bool lock_tried(_Bool taken)
{
    lock_count(taken);
    return taken;
}

#define __heddle_acquire(lock)           (__heddle_acquire(lock), lock_count(1))
#define __heddle_acquire_exclusive(lock) (__heddle_acquire_exclusive(lock), lock_count(1))
#define __heddle_acquire_shared(lock)    (__heddle_acquire_shared(lock), lock_count(1))
#define __heddle_release(lock)           (__heddle_release(lock), lock_count(-1))
#define __heddle_release_exclusive(lock) (__heddle_release_exclusive(lock), lock_count(-1))
#define __heddle_release_shared(lock)    (__heddle_release_shared(lock), lock_count(-1))
#define __heddle_try(lock)               lock_tried(__heddle_try(lock))
#define __heddle_try_exclusive(lock)     lock_tried(__heddle_try_exclusive(lock))
#define __heddle_try_shared(lock)        lock_tried(__heddle_try_shared(lock))

enum {
    EPERM = 1,
    EAGAIN = 11,
    ENOMEM = 12,
    EBUSY = 16,
    EINVAL = 22,
    ERANGE = 34,
    EDEADLK = 35,
    EOVERFLOW = 75,
    ENOTSUP = 95,
    ETIMEDOUT = 110
};

int *__errno_location(void);

/* A program that never asks for errno needs no thread-local variable for it. */
static inline void errno_set(int code)
{
    if (__heddle_uses("__errno_location"))
        *__errno_location() = code;
}

/* For functions that report an error by -1 and errno. */
static inline int error_is(int code)
{
    errno_set(code);
    return -1;
}

#endif
