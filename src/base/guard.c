/* guard.c -- see guard.h.  The handlers call only what is safe in a handler. */
#include "base/guard.h"

#include "base/budget.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_EVERY = 20000 }; /* microseconds */
/* While little memory is left, for nobody takes NEAR_MEGABYTES in LOOK_EVERY. */
enum { LOOK_SOON = 1000 };
enum { NEAR_MEGABYTES = 128 };
enum { GRACE_MEGABYTES = 8 }; /* of memory, or so many percent of the limit if that is more */
enum { GRACE_PERCENT = 6 };
/* Tenths of a second that an engine has to come to its own end; it is slow with sanitizers. */
#ifdef HARD
enum { GRACE_TENTHS = 80 };
#else
enum { GRACE_TENTHS = 9 };
#endif
enum { STATUS_UNKNOWN = 3 };
enum { MOST_FOLDERS = 4 }; /* at once */

/* Writable, because a signal handler has no other way to know. */
static struct {
    volatile sig_atomic_t on, held;
    struct timespec end; /* seconds 0: no limit */
    double cpu_end;      /* 0: no limit */
    uint64_t pages;      /* 0: no limit */
    uint64_t near;       /* pages, from which on there are looks at short intervals */
    bool hurried;        /* is it so? */
    volatile sig_atomic_t no_files;
    struct {
        const char *volatile time, *volatile cpu, *volatile memory;
    } texts;
    const char *volatile folders[MOST_FOLDERS]; /* NULL: a free place */
    volatile pid_t child;
} guard;

static void remove_folder(const char *folder)
{
    pid_t remover = _Fork();
    if (remover == 0) {
        execl("/bin/rm", "rm", "-rf", folder, (char *)NULL);
        _exit(1);
    }
    if (remover > 0)
        waitpid(remover, NULL, 0);
}

static void clean_up(void)
{
    if (guard.child > 0) {
        kill(guard.child, SIGKILL);
        waitpid(guard.child, NULL, 0); /* it may be about to make a file */
    }
    for (int k = 0; k < MOST_FOLDERS; k++)
        if (guard.folders[k])
            remove_folder(guard.folders[k]);
}

static void stop(const char *text)
{
    clean_up();
    for (size_t len = strlen(text); len;) {
        ssize_t done = write(STDOUT_FILENO, text, len);
        if (done <= 0)
            break;
        text += done;
        len -= (size_t)done;
    }
    _exit(STATUS_UNKNOWN);
}

/* Pages that are in memory, as /proc/self/statm has it: the second number; the third one has those of
 * files. */
static uint64_t resident_pages(void)
{
    char text[128];
    uint64_t pages = 0, files = 0;
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    ssize_t len = file >= 0 ? read(file, text, sizeof text - 1) : -1;
    if (file >= 0)
        close(file);
    if (len <= 0)
        return 0;
    text[len] = '\0';
    const char *p = strchr(text, ' ');
    while (p && *++p >= '0' && *p <= '9')
        pages = pages * 10 + (uint64_t)(*p - '0');
    while (p && *p && *++p >= '0' && *p <= '9')
        files = files * 10 + (uint64_t)(*p - '0');
    return guard.no_files ? pages - files : pages;
}

static void look_every(int microseconds)
{
    struct itimerval often = {{0, microseconds}, {0, microseconds}};
    setitimer(ITIMER_REAL, &often, NULL);
}

static void look_at_memory(uint64_t more)
{
    uint64_t pages = resident_pages();
    if (pages + more > guard.pages)
        stop(guard.texts.memory);
    if (guard.hurried == (pages >= guard.near))
        return;
    guard.hurried = !guard.hurried;
    look_every(guard.hurried ? LOOK_SOON : LOOK_EVERY);
}

static void look(uint64_t more)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!guard.on || guard.held)
        return;
    if (guard.end.tv_sec && (now.tv_sec > guard.end.tv_sec ||
                             (now.tv_sec == guard.end.tv_sec && now.tv_nsec >= guard.end.tv_nsec)))
        stop(guard.texts.time);
    if (guard.cpu_end > 0 && budget_cpu() >= guard.cpu_end)
        stop(guard.texts.cpu);
    if (guard.pages)
        look_at_memory(more);
}

static void on_timer(int number)
{
    (void)number;
    look(0);
}

static struct timespec end_after(int64_t seconds)
{
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += (time_t)seconds;
    end.tv_sec += GRACE_TENTHS / 10;
    end.tv_nsec += GRACE_TENTHS % 10 * 100000000L;
    end.tv_sec += end.tv_nsec / 1000000000L;
    end.tv_nsec %= 1000000000L;
    return end;
}

/* In bytes. */
static uint64_t most_memory(uint64_t megabytes)
{
    uint64_t limit = megabytes << 20, grace = limit / 100 * GRACE_PERCENT;
    uint64_t least = (uint64_t)GRACE_MEGABYTES << 20;
    return limit ? limit + (grace > least ? grace : least) : 0;
}

void guard_say(GuardTexts texts)
{
    guard.texts.time = texts.time;
    guard.texts.cpu = texts.cpu;
    guard.texts.memory = texts.memory;
}

void guard_begin(GuardLimits limits, GuardTexts texts)
{
    if (limits.seconds <= 0 && limits.cpu_seconds <= 0 && limits.megabytes <= 0)
        return;
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    guard_say(texts);
    if (limits.seconds > 0)
        guard.end = end_after(limits.seconds);
    if (limits.cpu_seconds > 0)
        guard.cpu_end = (double)limits.cpu_seconds + GRACE_TENTHS / 10.0;
    guard.pages = most_memory((uint64_t)limits.megabytes) / page;
    uint64_t near = ((uint64_t)NEAR_MEGABYTES << 20) / page;
    guard.near = guard.pages > near ? guard.pages - near : 0;
    if (resident_pages() > guard.pages) /* it is too late: the first who asks the budget will say */
        guard.pages = 0;
    guard.on = 1;
    struct sigaction action = {.sa_handler = on_timer, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    look_every(LOOK_EVERY);
}

void guard_end(void)
{
    guard.on = 0;
}

void guard_hold(bool hold)
{
    guard.held = hold;
}

void guard_memory(size_t bytes)
{
    if (guard.on && guard.pages)
        look(bytes / (size_t)sysconf(_SC_PAGESIZE));
}

void guard_forget_files(void)
{
    guard.no_files = 1;
}

static void on_end(int number)
{
    clean_up();
    signal(number, SIG_DFL);
    raise(number);
}

void guard_catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_end};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

bool guard_make_folder(char *name)
{
    sigset_t ends, before;
    sigemptyset(&ends);
    sigaddset(&ends, SIGALRM);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &ends, &before);
    bool made = mkdtemp(name);
    int error = errno, k = 0;
    while (k < MOST_FOLDERS && guard.folders[k])
        k++;
    assert(k < MOST_FOLDERS);
    if (made)
        guard.folders[k] = name;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return made;
}

void guard_leave_folder(const char *name)
{
    for (int k = 0; k < MOST_FOLDERS; k++)
        if (guard.folders[k] == name)
            guard.folders[k] = NULL;
}

void guard_child(pid_t child)
{
    guard.child = child;
}
