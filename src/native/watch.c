/* watch.c -- runs the binary, and finds out what becomes of it; see native.h.
 *
 * A program in which every thread sleeps, and none has run between two looks, will sleep for ever:
 * nobody is left to wake anybody up.  So a deadlock is seen for what it is, however slow the
 * machine. How long the program may run is counted in processor time. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/guard.h"
#include "native/native.h"

/* As in lib/native/replay.c.  ORDER STATUS */
enum { STATUS_NOW, STATUS_FREE, STATUS_STARTING, STATUS_COUNT, STATUS_THREADS };
enum { THREAD_TASK, THREAD_INDEX, THREAD_LANDMARK, THREAD_DOES, THREAD_ROUNDS, THREAD_WORDS };
enum { DOES_RUN, DOES_SLEEP, DOES_END };
enum { MOST_THREADS = 256, STATUS_WORDS = STATUS_THREADS + MOST_THREADS * THREAD_WORDS };

enum { MOST_SECONDS = 60, SPIN_SECONDS = 10, LOOKS = 5, PAUSE = 10 * 1000 * 1000 };

typedef struct Watch {
    Native *native;
    pid_t child;
    volatile unsigned *status;
    uint64_t switches; /* of all threads, at the last look */
    int looks;         /* in a row that were the same */
    uint64_t slept;    /* the same of those threads that are called stuck and sleep, */
    int spun;          /* while somebody goes round */
} Watch;

static volatile unsigned *thread_line(const Watch *w, unsigned n)
{
    return w->status + STATUS_THREADS + n * THREAD_WORDS;
}

static unsigned thread_count(const Watch *w)
{
    unsigned count = w->status[STATUS_COUNT];
    return count < MOST_THREADS ? count : MOST_THREADS;
}

/* ---- looking ---- */

static bool is_asleep(pid_t process, unsigned task, uint64_t *switches, bool *lives)
{
    char name[64], line[256];
    snprintf(name, sizeof name, "/proc/%d/task/%u/status", (int)process, task);
    FILE *in = fopen(name, "r");
    if (!in)
        return true;
    bool asleep = false;
    while (fgets(line, sizeof line, in)) {
        unsigned long long count;
        if (strncmp(line, "State:", 6) == 0) {
            char state = line[6 + strspn(line + 6, " \t")];
            asleep = state && strchr("SZX", state);
            *lives |= state == 'S';
        }
        if (strstr(line, "ctxt_switches:") && sscanf(strchr(line, ':') + 1, "%llu", &count) == 1)
            *switches += count;
    }
    fclose(in);
    return asleep;
}

/* Does the thread sleep?  Adds how often it was switched.  One that is gone sleeps.  It does not if a process
 * that it has begun works for it: sanitizers ask one for the names of functions. */
static bool sleeps(const Watch *w, unsigned task, uint64_t *switches, bool *lives)
{
    char name[64];
    unsigned process;
    bool all = is_asleep(w->child, task, switches, lives);
    snprintf(name, sizeof name, "/proc/%d/task/%u/children", (int)w->child, task);
    FILE *in = all ? fopen(name, "r") : NULL;
    while (in && all && fscanf(in, "%u", &process) == 1)
        all = is_asleep((pid_t)process, process, switches, lives);
    if (in)
        fclose(in);
    return all;
}

/* Has it come to rest?  One of which no thread is left is about to end: that takes a while, for sanitizers have
 * much memory to give back. */
static bool rests(Watch *w)
{
    uint64_t switches = 0;
    bool lives = false;
    unsigned count = thread_count(w);
    bool all = count > 0 && w->status[STATUS_STARTING] == 0;
    for (unsigned n = 0; n < count && all; n++)
        all = sleeps(w, thread_line(w, n)[THREAD_TASK], &switches, &lives);
    bool same = all && lives && switches == w->switches && thread_count(w) == count;
    w->switches = switches;
    w->looks = same ? w->looks + 1 : 0;
    return w->looks >= LOOKS;
}

static bool is_stuck(const Watch *w, unsigned n)
{
    const Schedule *schedule = &w->native->schedule;
    unsigned index = thread_line(w, n)[THREAD_INDEX];
    vec_each (TraceWaiter, waiter, &w->native->bug->waiters)
        if (index < schedule->threads.len &&
            strcmp(schedule->threads.at[index].name, waiter->thread) == 0)
            return true;
    return false;
}

/* Of a hang: do all that are called stuck go round, or sleep, and somebody goes round? */
static bool spins(Watch *w)
{
    uint64_t switches = 0;
    bool lives = false, round = false,
         all = w->status[STATUS_FREE] && w->native->bug->error == ERR_HANG;
    for (unsigned n = 0; n < thread_count(w) && all; n++) {
        volatile unsigned *line = thread_line(w, n);
        bool goes_round = line[THREAD_ROUNDS] >= SCHEDULE_ROUNDS;
        round |= goes_round;
        if (!goes_round && is_stuck(w, n))
            all = line[THREAD_DOES] != DOES_END && sleeps(w, line[THREAD_TASK], &switches, &lives);
    }
    bool same = all && round && switches == w->slept;
    w->slept = switches;
    w->spun = same ? w->spun + 1 : 0;
    return w->spun >= LOOKS;
}

/* ---- the child ---- */

static void set(const char *name, const char *value)
{
    if (setenv(name, value, 1) != 0)
        _exit(127);
}

static void redirect(const char *name, int flags, int to)
{
    int file = open(name, flags, 0600);
    if (file < 0 || dup2(file, to) < 0)
        _exit(127);
    close(file);
}

static _Noreturn void become(const char *program, char *const *arguments, const char *status,
                             const char *said, rlim_t seconds)
{
    struct rlimit limit = {seconds, seconds + 5}, none = {0, 0};
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* who waits for ever does not outlive heddle */
    redirect("/dev/null", O_RDONLY, STDIN_FILENO);
    redirect("/dev/null", O_WRONLY, STDOUT_FILENO);
    redirect(said, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
    setrlimit(RLIMIT_CPU, &limit);
    setrlimit(RLIMIT_CORE, &none);
    personality(ADDR_NO_RANDOMIZE); /* ThreadSanitizer wants its addresses */
    set("HEDDLE_REPLAY_STATUS", status);
    set("ASAN_OPTIONS",
        "detect_leaks=0:abort_on_error=0:exitcode=99:detect_stack_use_after_return=1");
    set("UBSAN_OPTIONS", "halt_on_error=1:exitcode=99:print_stacktrace=1");
    set("TSAN_OPTIONS", "halt_on_error=1:exitcode=66:report_thread_leaks=0:report_bugs=1");
    execvp(program, arguments);
    _exit(127);
}

typedef VEC(char *) Words;

/* The arguments of the program: those of --arguments, or so many as the run has. */
static void add_arguments(Native *n, Words *words)
{
    const char *text = n->options.arguments ? n->options.arguments : "";
    while (*(text += strspn(text, " "))) {
        size_t len = strcspn(text, " ");
        vec_push(words, arena_copy(&n->arena, text, len));
        text += len;
    }
    for (int k = 1; k < n->schedule.argc && k < 1000; k++)
        vec_push(words, arena_copy(&n->arena, "x", 1));
    vec_push(words, NULL);
}

static pid_t start(Native *n, const char *status, const char *said)
{
    Words words = {0};
    static const char *const memcheck[] = {"valgrind", "-q", "--error-exitcode=99",
                                           "--exit-on-first-error=yes"};
    for (size_t k = 0; n->memcheck && k < sizeof memcheck / sizeof *memcheck; k++)
        vec_push(&words, arena_copy(&n->arena, memcheck[k], strlen(memcheck[k])));
    const char *binary =
        strchr(n->binary, '/') ? n->binary : arena_print(&n->arena, "./%s", n->binary);
    const char *called = n->memcheck ? binary : "program"; /* as heddle calls it */
    vec_push(&words, arena_copy(&n->arena, called, strlen(called)));
    add_arguments(n, &words);
    pid_t child = fork();
    if (child == 0)
        become(n->memcheck ? words.at[0] : binary, words.at, status, said,
               n->bug->error == ERR_HANG || n->bug->round ? SPIN_SECONDS : MOST_SECONDS);
    vec_free(&words);
    return child;
}

/* ---- what became of it ---- */

static const char *read_said(Native *n, const char *said)
{
    const char *why;
    Sources texts = {0};
    int file = source_read(&texts, said, &why);
    const char *text = file >= 0 ? texts.files.at[file].text : "";
    text = arena_copy(&n->arena, text, strlen(text));
    source_free(&texts);
    return text;
}

static void note_threads(const Watch *w, NativeOutcome *o)
{
    const Schedule *schedule = &w->native->schedule;
    for (unsigned k = 0; k < thread_count(w); k++) {
        volatile unsigned *line = thread_line(w, k);
        unsigned index = line[THREAD_INDEX];
        NativeThread thread = {
            .name = index < schedule->threads.len ? schedule->threads.at[index].name : "",
            .landmark = line[THREAD_LANDMARK],
            .held = line[THREAD_DOES] == DOES_SLEEP,
            .spins = line[THREAD_ROUNDS] >= SCHEDULE_ROUNDS && is_stuck(w, k),
            .ended = line[THREAD_DOES] == DOES_END};
        vec_push(&o->threads, thread);
    }
}

/* Until it ends, or comes to rest. */
static void wait_for(Watch *w, NativeOutcome *o)
{
    int status = 0;
    struct timespec pause = {0, PAUSE};
    for (;;) {
        pid_t ended = waitpid(w->child, &status, WNOHANG);
        if (ended == w->child)
            break;
        if (ended == 0 && !o->rests && !o->spins && (spins(w) || rests(w))) {
            o->spins = w->spun >= LOOKS;
            o->rests = !o->spins;
            note_threads(w, o);
            kill(w->child, SIGKILL);
        }
        nanosleep(&pause, NULL);
    }
    o->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    o->exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + o->signal;
    o->endless = o->signal == SIGXCPU;
    o->passed = (int)w->status[STATUS_NOW];
    o->free = w->status[STATUS_FREE] != 0;
}

static volatile unsigned *map_status(Native *n, const char *name)
{
    int file = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
    void *at = MAP_FAILED;
    size_t size = STATUS_WORDS * sizeof(unsigned);
    if (file >= 0 && ftruncate(file, (off_t)size) == 0)
        at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (file >= 0)
        close(file);
    if (at == MAP_FAILED)
        diag_error(n->diag, (Pos){0}, "cannot write %s: %s", name, strerror(errno));
    return at == MAP_FAILED ? NULL : at;
}

bool native_watch(Native *n, NativeOutcome *o)
{
    const char *name = arena_print(&n->arena, "%s/status", n->folder);
    const char *said = arena_print(&n->arena, "%s/said", n->folder);
    Watch w = {.native = n, .status = map_status(n, name)};
    *o = (NativeOutcome){0};
    if (!w.status)
        return false;
    w.child = start(n, name, said);
    guard_child(w.child > 0 ? w.child : 0);
    if (w.child > 0)
        wait_for(&w, o);
    else
        diag_error(n->diag, (Pos){0}, "cannot run %s: %s", n->binary, strerror(errno));
    guard_child(0);
    o->said = read_said(n, said);
    munmap((void *)w.status, STATUS_WORDS * sizeof(unsigned));
    return w.child > 0;
}

void native_outcome_free(NativeOutcome *o)
{
    vec_free(&o->threads);
}
