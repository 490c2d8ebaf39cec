/* system.c -- the scheduler, processors, memory of the system, system calls, messages of errors. */
#include "content.h"
#include "varargs.h"

/* ---- what tells GenMC and Dat3M how to search a loop ---- */

void __VERIFIER_loop_begin(void)
{
}

void __VERIFIER_loop_bound(int rounds)
{
    (void)rounds;
}

void __VERIFIER_spin_start(void)
{
}

void __VERIFIER_spin_end(int ends)
{
    (void)ends;
}

/* ---- scheduling: never fails, and makes no difference ---- */

typedef struct {
    int priority;
} SchedParam;

int sched_setscheduler(int process, int policy, const SchedParam *parameters)
{
    (void)process, (void)policy, (void)parameters;
    return 0;
}

int sched_getscheduler(int process)
{
    (void)process;
    return 0;
}

int sched_setparam(int process, const SchedParam *parameters)
{
    (void)process, (void)parameters;
    return 0;
}

int sched_getparam(int process, SchedParam *parameters)
{
    (void)process;
    parameters->priority = 0;
    return 0;
}

int sched_get_priority_max(int policy)
{
    return policy == 1 || policy == 2 ? 99 : 0;
}

int sched_get_priority_min(int policy)
{
    return policy == 1 || policy == 2 ? 1 : 0;
}

int pthread_setschedparam(unsigned long thread, int policy, const SchedParam *parameters)
{
    (void)thread, (void)policy, (void)parameters;
    return 0;
}

int pthread_getschedparam(unsigned long thread, int *policy, SchedParam *parameters)
{
    (void)thread;
    *policy = 0;
    parameters->priority = 0;
    return 0;
}

int pthread_setschedprio(unsigned long thread, int priority)
{
    (void)thread, (void)priority;
    return 0;
}

int nice(int by)
{
    (void)by;
    return 0;
}

/* ---- processors: there are four ---- */

enum { PROCESSORS = 4 };

int sched_setaffinity(int process, size_t size, const unsigned char *set)
{
    (void)process, (void)size, (void)set;
    return 0;
}

int pthread_setaffinity_np(unsigned long thread, size_t size, const unsigned char *set)
{
    (void)thread, (void)size, (void)set;
    return 0;
}

int pthread_attr_setaffinity_np(void *attributes, size_t size, const unsigned char *set)
{
    (void)attributes, (void)size, (void)set;
    return 0;
}

int pthread_getaffinity_np(unsigned long thread, size_t size, unsigned char *set)
{
    (void)thread;
    __heddle_doubt(
        "the machine was taken to have 4 processors (pthread_getaffinity_np); give one of your "
        "own for other numbers");
    for (size_t k = 0; k < size; k++)
        set[k] = k ? 0 : (1 << PROCESSORS) - 1;
    return 0;
}

int sched_getaffinity(int process, size_t size, unsigned char *set)
{
    (void)process;
    return pthread_getaffinity_np(0, size, set);
}

int __sched_cpucount(size_t size, const unsigned char *set)
{
    int count = 0;
    for (size_t k = 0; k < size; k++)
        for (unsigned rest = set[k]; rest; rest &= rest - 1)
            count++;
    return count;
}

int sched_getcpu(void)
{
    if (!__heddle_matters())
        return 0;
    __heddle_doubt(
        "the machine was taken to have 4 processors (sched_getcpu); give one of your own for "
        "other numbers");
    return (int)__heddle_choose(0, PROCESSORS - 1);
}

/* ---- memory ---- */

enum { MAP_SHARED = 1, MAP_ANONYMOUS = 32 };
#define MAP_FAILED ((void *)-1)

void *mmap(void *place, size_t length, int protection, int flags, int file, long offset)
{
    (void)place, (void)protection;
    if (!(flags & MAP_ANONYMOUS) && !CONTENT_MAPS)
        __heddle_fail("unsupported",
                      "mmap of a file that the program has not opened by open or shm_open");
    if (flags & MAP_SHARED && FORKS)
        __heddle_fail("unsupported", "memory that processes share (MAP_SHARED) is not followed in "
                                     "a program that forks: let a thread be the other process");
    enum { PAGE = 4096 };
    void *object = NULL;
    if (CONTENT_MAPS)
        if (!(flags & MAP_ANONYMOUS))
            object = __heddle_content_map(length, flags, file, offset);
    if (!object)
        object = __heddle_alloc_zero(length);
    if (object != MAP_FAILED)
        memory_align(object, PAGE);
    return object;
}

int munmap(void *place, size_t length)
{
    if (__heddle_size(place) > length)
        __heddle_fail("unsupported",
                      "munmap of a part of what was mapped; unmap all of it at once");
    __heddle_free(place);
    return 0;
}

int mlock(const void *place, size_t length)
{
    (void)place, (void)length;
    return 0;
}

int munlock(const void *place, size_t length)
{
    (void)place, (void)length;
    return 0;
}

int mlockall(int flags)
{
    (void)flags;
    return 0;
}

/* ---- numbers of threads ---- */

/* The first thread has the number of the process. */
static int system_thread(void)
{
    if (__heddle_matters())
        __heddle_doubt(
            "the number of the process was taken to be 4321 (gettid); give a gettid of your "
            "own for others");
    return PROCESS - 1 + (int)__heddle_self();
}

int gettid(void)
{
    return system_thread();
}

int prctl(int option, ...)
{
    (void)option;
    return 0;
}

enum {
    SYS_GETPID = __SIZEOF_POINTER__ == 8 ? 39 : 20,
    SYS_GETTID = __SIZEOF_POINTER__ == 8 ? 186 : 224,
    SYS_FUTEX = __SIZEOF_POINTER__ == 8 ? 202 : 240
};

/* As the kernel does it: an error is negative. */
static long system_call(long number, va_list arguments)
{
    if (number == SYS_GETTID)
        return system_thread();
    if (number == SYS_GETPID)
        return process_number();
    if (number == SYS_FUTEX)
        return futex_call(arguments);
    __heddle_fail("unsupported",
                  "a system call that heddle does not know (syscall); call the function of the "
                  "C library instead, or give one with a body");
}

static long system_call_raw(long number, ...)
{
    va_list arguments;
    va_start(arguments, number);
    long result = system_call(number, arguments);
    va_end(arguments);
    return result;
}

/* What the instruction `syscall` does, with its registers. */
long __heddle_system_call(long number, long a, long b, long c, long d, long e, long f)
{
    return system_call_raw(number, a, b, c, d, e, f);
}

long syscall(long number, ...)
{
    va_list arguments;
    va_start(arguments, number);
    long result = system_call(number, arguments);
    va_end(arguments);
    return result < 0 ? error_is((int)-result) : result;
}

/* ---- messages: <err.h> ---- */

static PLAIN void system_say(const char *format)
{
    if (format)
        __heddle_trace("prints {0}", format);
}

PLAIN void warn(const char *format, ...)
{
    system_say(format);
}

PLAIN void warnx(const char *format, ...)
{
    system_say(format);
}

PLAIN _Noreturn void err(int status, const char *format, ...)
{
    (void)status;
    system_say(format);
    process_end();
}

PLAIN _Noreturn void errx(int status, const char *format, ...)
{
    (void)status;
    system_say(format);
    process_end();
}

/* ---- limits, use, names of the system; the locale ---- */

typedef struct {
    unsigned long now, most;
} Limit;

enum { LIMITS = 16, SOME_LIMIT = 1024 };

static Limit system_limits[LIMITS];
static unsigned system_limited; /* bit k: the program has set limit k */

int getrlimit(int what, Limit *to)
{
    if (what < 0 || what >= LIMITS)
        return error_is(EINVAL);
    if (system_limited >> what & 1) {
        *to = system_limits[what];
        return 0;
    }
    __heddle_doubt(
        "the limits of the system were taken to be 1024 (getrlimit); give a getrlimit of "
        "your own for others");
    *to = (Limit){SOME_LIMIT, SOME_LIMIT};
    return 0;
}

int setrlimit(int what, const Limit *from)
{
    if (what < 0 || what >= LIMITS || from->now > from->most)
        return error_is(EINVAL);
    if (!__heddle_choose(0, 1))
        return error_is(EPERM);
    system_limits[what] = *from;
    system_limited |= 1u << what;
    return 0;
}

typedef struct {
    long user[2], system[2], others[14];
} Usage;

int getrusage(int whom, Usage *to)
{
    if (whom < -1 || whom > 1)
        return error_is(EINVAL);
    __heddle_doubt(
        "the program was taken to have used nothing yet (getrusage); give a getrusage of "
        "your own for others");
    *to = (Usage){0};
    return 0;
}

PLAIN int gethostname(char *to, size_t room)
{
    static const char system_name[] = "host";
    enum { ENAMETOOLONG = 36 };
    __heddle_doubt(
        "the name of the machine was taken to be \"host\" (gethostname); give a gethostname "
        "of your own for others");
    if (room < sizeof system_name)
        return error_is(ENAMETOOLONG);
    for (size_t k = 0; k < sizeof system_name; k++)
        to[k] = system_name[k];
    return 0;
}

/* There is the locale "C" (also called "POSIX" and ""), and perhaps others, which change nothing that
 * heddle computes. */
static PLAIN _Bool locale_is_known(const char *name)
{
    const char *known = "POSIX";
    if (!name || !name[0] || (name[0] == 'C' && !name[1]))
        return 1;
    while (*known && *name == *known)
        name++, known++;
    return !*known && !*name;
}

PLAIN char *setlocale(int category, const char *name)
{
    if (category < 0 || category > 12)
        return NULL;
    if (locale_is_known(name))
        return "C";
    __heddle_doubt("another locale than \"C\" was taken not to be there (setlocale)");
    return NULL;
}
