/* replay.c -- what heddle replay --native links to the user's program; never a part of heddle
 * itself.
 *
 * The program calls heddle_turn(n) before it passes landmark n: an access that others could notice,
 * or a call of a library function.  The schedule (the tables behind this text) says in which order
 * the threads do that; a thread whose turn has not come sleeps.  What a thread does between two
 * landmarks concerns nobody else.  Its turn is over when it comes to its next landmark, or ends.
 *
 * Mutexes, semaphores, joins and the rest are the real ones: they are called when the schedule says
 * that they succeed.  Waiting for a condition variable gives up the real mutex, sleeps until its
 * turn and takes the mutex again; barriers are passed when their turn comes; clocks are not waited
 * for (wait.c); copies are made in parts (copy.c). Functions for which REPLACED(name) stands here are called instead of those with that name.
 *
 * It synchronises with futexes only, and is compiled without sanitizers, so that ThreadSanitizer
 * sees none of it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#define REPLACED(name)
#define REPLACED_ALLOCATOR(name) /* only with --malloc-may-fail */

enum { NEVER = -1 };
enum { PIECE = 2 }; /* ORDER PHASE */
enum { MODE_ERROR, MODE_DEADLOCK, MODE_RACE, MODE_ROUND };
enum { ROUNDS = 1000 }; /* ORDER ROUNDS */

typedef struct Event {
    unsigned landmark;
    int order; /* in the whole schedule; NEVER: it does not happen before the end of it */
    int phase; /* of a call that waits: 0 it begins to, 1 it goes on; of a copy: 2 it goes on */
    int known; /* is the result?  Of a copy: how far it has come then */
    int ends;  /* the thread was cancelled, and does not come back from the call */
    long long result;
} Event;
typedef struct Thread {
    int parent,
        child; /* the how manieth of its parent, from 0; of the tasks that it posts, from -1 */
    int first, count; /* its events */
} Thread;

/* Behind this text. */
extern const Event heddle_events[];
extern const Thread heddle_threads[];
extern const int heddle_thread_count, heddle_total, heddle_mode;
extern const int heddle_round;       /* events from this one on repeat for ever; -1: none do */
extern const int heddle_culprits[2]; /* the threads that go on at the end; -1: none */

/* What heddle looks at while the program runs.  ORDER STATUS */
enum { STATUS_NOW, STATUS_FREE, STATUS_STARTING, STATUS_COUNT, STATUS_THREADS };
enum { THREAD_TASK, THREAD_INDEX, THREAD_LANDMARK, THREAD_DOES, THREAD_ROUNDS, THREAD_WORDS };
enum { DOES_RUN, DOES_SLEEP, DOES_END };
enum { MOST_THREADS = 256, STATUS_WORDS = STATUS_THREADS + MOST_THREADS * THREAD_WORDS };

static _Atomic unsigned own_status[STATUS_WORDS];
static _Atomic unsigned *status = own_status;
static _Atomic unsigned changes; /* the futex: something below, or in the status, is different */
static _Atomic int done;         /* events that are over */
static _Atomic int is_free;      /* the schedule has ended, and everybody may run */
static _Atomic int raced;        /* culprits that have passed the access that races */

typedef struct Me {
    int index;    /* -1: a thread that the schedule does not know */
    int next;     /* of its events */
    int running;  /* the event whose turn it is, plus one; 0: none */
    int children; /* that it created so far */
    int posts;    /* tasks, idem */
    int loose;    /* landmarks that it has passed since the schedule ended */
    int lap;      /* rounds that are over */
    _Atomic unsigned *line;
    const Event *pending; /* the call that it is about to make */
} Me;
static __thread Me me;
static __thread int is_known;

__attribute__((weak)) void __tsan_acquire(void *);
__attribute__((weak)) void __tsan_release(void *);

/* ---- sleeping ---- */

static void change(void)
{
    atomic_fetch_add(&changes, 1);
    syscall(SYS_futex, &changes, FUTEX_WAKE_PRIVATE, 0x7fffffff, NULL, NULL, 0);
}

static int is_gone(unsigned task)
{
    char name[64], text[256] = "";
    snprintf(name, sizeof name, "/proc/self/task/%u/stat", task);
    int file = open(name, O_RDONLY | O_CLOEXEC);
    ssize_t len = file >= 0 ? read(file, text, sizeof text - 1) : 0;
    if (file >= 0)
        close(file);
    const char *state = len > 0 ? strrchr(text, ')') : NULL;
    return !state || state[2] == 'Z' || state[2] == 'X';
}

/* Threads whose last events are those of destructors that the C library calls: their turn is over when
 * they are gone, and nobody but the others can see that. */
static _Atomic unsigned leaving[MOST_THREADS]; /* thread -> its task; 0: it does not leave */
static _Atomic int leaving_count;

static void look_after_leaving(void)
{
    for (int n = 0; n < heddle_thread_count && n < MOST_THREADS; n++) {
        unsigned task = atomic_load(&leaving[n]);
        int last = heddle_events[heddle_threads[n].first + heddle_threads[n].count - 1].order;
        if (!task || atomic_load(&done) != last || !is_gone(task) ||
            !atomic_compare_exchange_strong(&leaving[n], &task, 0))
            continue;
        atomic_fetch_sub(&leaving_count, 1);
        atomic_store(&done, last + 1);
        atomic_store(&status[STATUS_NOW], (unsigned)last + 1);
        change();
    }
}

static void sleep_until(int (*ready)(const void *), const void *what)
{
    for (;;) {
        unsigned seen = atomic_load(&changes);
        if (ready(what))
            break;
        const struct timespec pause = {0, 1000000};
        const struct timespec *most = atomic_load(&leaving_count) ? &pause : NULL;
        atomic_store(&me.line[THREAD_DOES], DOES_SLEEP);
        syscall(SYS_futex, &changes, FUTEX_WAIT_PRIVATE, seen, most, NULL, 0);
        if (most)
            look_after_leaving();
    }
    atomic_store(&me.line[THREAD_DOES], DOES_RUN);
}

static int is_over(const void *unused)
{
    (void)unused;
    return atomic_load(&is_free) ||
           (heddle_mode != MODE_ROUND && atomic_load(&done) == heddle_total);
}

static int is_freed(const void *unused)
{
    (void)unused;
    return atomic_load(&is_free);
}

/* Events are numbered on through all rounds. */
static int number_of(const Event *event)
{
    return event->order + me.lap * (heddle_total - heddle_round);
}

static int has_turn(const void *event)
{
    return atomic_load(&is_free) || atomic_load(&done) == number_of(event);
}

static void set_free(void)
{
    atomic_store(&status[STATUS_FREE], 1);
    atomic_store(&is_free, 1);
    change();
}

/* ---- threads ---- */

static void begin_thread(int index)
{
    unsigned n = atomic_fetch_add(&status[STATUS_COUNT], 1);
    static _Atomic unsigned none[THREAD_WORDS];
    is_known = 1;
    me = (Me){.index = index};
    me.line = n < MOST_THREADS ? status + STATUS_THREADS + n * THREAD_WORDS : none;
    atomic_store(&me.line[THREAD_INDEX], (unsigned)index);
    atomic_store(&me.line[THREAD_TASK], (unsigned)syscall(SYS_gettid));
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
}

static void end_program(void);

__attribute__((constructor(101))) static void begin_program(void)
{
    const char *name = getenv("HEDDLE_REPLAY_STATUS");
    int file = name ? open(name, O_RDWR | O_CLOEXEC) : -1;
    if (file >= 0) {
        void *at = mmap(NULL, sizeof own_status, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (at != MAP_FAILED)
            status = at;
        close(file);
    }
    begin_thread(0);
    at_quick_exit(end_program); /* the first one is called last */
}

static void know_me(void)
{
    if (!is_known)
        begin_thread(-1);
}

/* Its turn is over. */
static void finish(void)
{
    if (!me.running)
        return;
    atomic_store(&done, me.running);
    atomic_store(&status[STATUS_NOW], (unsigned)me.running);
    if (heddle_mode == MODE_ROUND &&
        me.running >= heddle_round + ROUNDS * (heddle_total - heddle_round))
        _exit(0);
    me.running = 0;
    change();
}

enum { MOST_LOOKS = 2000 };

static int is_culprit(void)
{
    return me.index >= 0 && (me.index == heddle_culprits[0] || me.index == heddle_culprits[1]);
}

/* ThreadSanitizer may overlook two accesses at the very same moment, and those of threads that are gone: the
 * first thread stays while the second one passes its own.  Has the other one passed it?  Who waits at
 * it for what the other one does is not waited for: he has a while. */
static void wait_for_race(int passed)
{
    enum { PAUSES = 50 };
    for (int n = 0; n < PAUSES && atomic_load(&raced) < passed && !atomic_load(&is_free); n++) {
        const struct timespec pause = {0, 20000000};
        unsigned seen = atomic_load(&changes);
        if (atomic_load(&raced) < passed)
            syscall(SYS_futex, &changes, FUTEX_WAIT_PRIVATE, seen, &pause, NULL, 0);
    }
}

static void end_race(void)
{
    if (me.loose++ > 1)
        return;
    atomic_fetch_add(&raced, 1);
    change();
    wait_for_race(2);
    set_free();
}

/* A culprit comes to a landmark, the schedule has ended: may it pass? */
static int race(void)
{
    if (me.loose == 0 && me.index == heddle_culprits[1])
        wait_for_race(1);
    if (me.loose > 0)
        end_race();
    else
        me.loose++;
    return 1;
}

static const Event *next_event(void)
{
    const Thread *mine = me.index < 0 ? NULL : &heddle_threads[me.index];
    if (mine && me.next >= mine->count && heddle_mode == MODE_ROUND) { /* once more */
        while (me.next > 0 && heddle_events[mine->first + me.next - 1].order >= heddle_round)
            me.next--;
        me.lap += me.next < mine->count;
    }
    return mine && me.next < mine->count ? &heddle_events[mine->first + me.next] : NULL;
}

/* Those that ended before are gone: the C library calls the handlers of `atexit` in the last thread. */
static void wait_until_last(void)
{
    const struct timespec pause = {0, 1000000};
    unsigned count = atomic_load(&status[STATUS_COUNT]);
    for (unsigned n = 0, looks = 0; n < count && n < MOST_THREADS && looks < MOST_LOOKS;) {
        _Atomic unsigned *line = status + STATUS_THREADS + n * THREAD_WORDS;
        if (line == me.line || atomic_load(&line[THREAD_DOES]) != DOES_END ||
            is_gone(atomic_load(&line[THREAD_TASK]))) {
            n++;
            continue;
        }
        looks++;
        nanosleep(&pause, NULL);
    }
}

static void end_thread(void)
{
    know_me();
    wait_until_last();
    if (next_event()) { /* destructors of thread-specific data are to come */
        if (me.index < MOST_THREADS && me.line) {
            atomic_store(&leaving[me.index], (unsigned)syscall(SYS_gettid));
            atomic_fetch_add(&leaving_count, 1);
            change();
        }
        return;
    }
    atomic_store(&me.line[THREAD_DOES], DOES_END);
    finish();
    if (is_culprit() && heddle_mode == MODE_ERROR && is_over(NULL))
        set_free();
    if (is_culprit() && heddle_mode == MODE_RACE && is_over(NULL))
        end_race();
}

/* ---- turns ---- */

/* The schedule says no more about this thread. */
static void go_on(void)
{
    finish();
    sleep_until(is_over, NULL);
    if (heddle_mode == MODE_DEADLOCK)
        set_free();
    if (heddle_mode == MODE_ERROR && is_culprit())
        set_free();
    if (heddle_mode == MODE_RACE && is_culprit() && race())
        return;
    sleep_until(is_freed, NULL);
}

static void end_if_cancelled(const Event *event);

static void wait_for(const Event *event)
{
    if (event->order == NEVER) {
        go_on();
        return;
    }
    finish();
    sleep_until(has_turn, event);
    if (!atomic_load(&is_free))
        me.running = number_of(event) + 1;
}

/* After the handlers of `atexit` and all other destructors: the program ends when the trace does, for
 * until then the others go on. */
__attribute__((destructor(101))) static void end_program(void)
{
    know_me();
    if (!next_event() && !atomic_load(&is_free))
        go_on();
}

/* The schedule has ended: how often does the thread come to the same place? */
static void count_rounds(unsigned landmark)
{
    enum { PLACES = 4096 };
    static __thread unsigned passed[PLACES];
    if (++passed[landmark % PLACES] > atomic_load(&me.line[THREAD_ROUNDS]))
        atomic_store(&me.line[THREAD_ROUNDS], passed[landmark % PLACES]);
}

void heddle_turn(unsigned landmark)
{
    know_me();
    me.pending = NULL;
    if (atomic_load(&is_free))
        count_rounds(landmark);
    const Event *event = next_event();
    for (; event && event->phase == PIECE; event = next_event()) { /* of what is done already */
        me.next++;
        wait_for(event);
    }
    if (event && event->landmark != landmark)
        return; /* the schedule has other plans */
    atomic_store(&me.line[THREAD_LANDMARK], landmark);
    if (event) {
        me.next++;
        wait_for(event);
        me.pending = event;
        end_if_cancelled(event);
    } else if (!atomic_load(&is_free)) {
        go_on();
    }
}

/* The call at hand goes on; NULL: the schedule says nothing of it, and it is to be made for real.
 */
static const Event *next_phase(void)
{
    const Event *event = next_event();
    if (!me.pending || !event || event->phase != 1 || event->landmark != me.pending->landmark)
        return NULL;
    me.next++;
    wait_for(event);
    return event;
}

static int result_or(int other)
{
    return me.pending && me.pending->known ? (int)me.pending->result : other;
}

/* Does the compare-and-exchange at hand fail? */
_Bool heddle_fails(void)
{
    return me.pending && me.pending->known && !me.pending->result;
}

/* ---- inputs ---- */

long long heddle_input(void)
{
    return me.pending ? me.pending->result : 0;
}

REPLACED(time)
time_t heddle_native_time(time_t *at)
{
    time_t now = me.pending && me.pending->known ? (time_t)me.pending->result : 0;
    if (at)
        *at = now;
    return now;
}

/* Files of the user stay as they are. */
REPLACED(fopen)
FILE *heddle_native_fopen(const char *name, const char *how)
{
    (void)name, (void)how;
    return me.pending && me.pending->known && !me.pending->result ? NULL : tmpfile();
}

REPLACED(open)
int heddle_native_open(const char *name, int flags, ...)
{
    (void)name, (void)flags;
    return result_or(0) < 0 ? -1 : memfd_create("heddle", MFD_CLOEXEC);
}

static int may_allocate(void)
{
    if (!me.pending || !me.pending->known || me.pending->result)
        return 1;
    errno = ENOMEM;
    return 0;
}

REPLACED_ALLOCATOR(malloc)
void *heddle_native_malloc(size_t size)
{
    return may_allocate() ? malloc(size) : NULL;
}

REPLACED_ALLOCATOR(calloc)
void *heddle_native_calloc(size_t count, size_t size)
{
    return may_allocate() ? calloc(count, size) : NULL;
}

REPLACED_ALLOCATOR(realloc)
void *heddle_native_realloc(void *old, size_t size)
{
    return may_allocate() ? realloc(old, size) : NULL;
}

REPLACED_ALLOCATOR(aligned_alloc)
void *heddle_native_aligned_alloc(size_t alignment, size_t size)
{
    return may_allocate() ? aligned_alloc(alignment, size) : NULL;
}

REPLACED_ALLOCATOR(posix_memalign)
int heddle_native_posix_memalign(void **to, size_t alignment, size_t size)
{
    int result = result_or(0);
    return result ? result : posix_memalign(to, alignment, size);
}

/* ---- what heddle knows by name ---- */

static _Noreturn void stay(const char *why)
{
    fprintf(stderr, "heddle: %s\n", why);
    finish();
    for (;;)
        sleep_until(is_freed, NULL), pause();
}

static void assume(_Bool condition)
{
    if (!condition)
        stay("an assumption does not hold");
}

REPLACED(__VERIFIER_assume)
void heddle_native___VERIFIER_assume(int condition)
{
    assume(condition);
}

REPLACED(heddle_assume)
void heddle_native_heddle_assume(_Bool condition)
{
    assume(condition);
}

static _Noreturn void reached(const char *name)
{
    fprintf(stderr, "heddle: %s() is called\n", name);
    abort();
}

REPLACED(reach_error)
void heddle_native_reach_error(void)
{
    reached("reach_error");
}

REPLACED(__VERIFIER_error)
void heddle_native___VERIFIER_error(void)
{
    reached("__VERIFIER_error");
}

/* Nobody runs meanwhile, by the schedule; the mutex is for ThreadSanitizer, and for the end. */
static pthread_mutex_t region = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

REPLACED(heddle_atomic_begin)
void heddle_native_heddle_atomic_begin(void)
{
    pthread_mutex_lock(&region);
}

REPLACED(heddle_atomic_end)
void heddle_native_heddle_atomic_end(void)
{
    pthread_mutex_unlock(&region);
}

REPLACED(__VERIFIER_atomic_begin)
void heddle_native___VERIFIER_atomic_begin(void)
{
    pthread_mutex_lock(&region);
}

REPLACED(__VERIFIER_atomic_end)
void heddle_native___VERIFIER_atomic_end(void)
{
    pthread_mutex_unlock(&region);
}

/* ---- threads begin and end ---- */

typedef struct Start {
    void *(*function)(void *);
    thrd_start_t other;
    void (*task)(void *);
    void *argument;
    int index;
} Start;

static int child_index(int child)
{
    for (int n = 0; me.index >= 0 && n < heddle_thread_count; n++)
        if (heddle_threads[n].parent == me.index && heddle_threads[n].child == child)
            return n;
    return -1;
}

static Start *make_start(void *argument, int is_task)
{
    know_me();
    int index = child_index(is_task ? -1 - me.posts++ : me.children++);
    Start *start = malloc(sizeof *start);
    if (!start)
        abort();
    *start = (Start){.argument = argument, .index = index};
    atomic_fetch_add(&status[STATUS_STARTING], 1);
    return start;
}

static Start begin_start(void *argument)
{
    Start start = *(Start *)argument;
    free(argument);
    begin_thread(start.index);
    atomic_fetch_sub(&status[STATUS_STARTING], 1);
    return start;
}

static void *run_thread(void *argument)
{
    Start start = begin_start(argument);
    void *result = start.function(start.argument);
    end_thread();
    return result;
}

static int run_thrd(void *argument)
{
    Start start = begin_start(argument);
    int result = start.other(start.argument);
    end_thread();
    return result;
}

REPLACED(pthread_create)
int heddle_native_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                                 void *(*function)(void *), void *argument)
{
    Start *start = make_start(argument, 0);
    start->function = function;
    pthread_t unwanted;
    return pthread_create(thread ? thread : &unwanted, attributes, run_thread, start);
}

static void *run_task(void *argument)
{
    Start start = begin_start(argument);
    start.task(start.argument);
    end_thread();
    return NULL;
}

/* A task is a thread of its own, which the schedule does not interrupt. */
REPLACED(heddle_post)
void heddle_native_heddle_post(void (*task)(void *), void *argument)
{
    pthread_t thread;
    Start *start = make_start(argument, 1);
    start->task = task;
    if (pthread_create(&thread, NULL, run_task, start) == 0)
        pthread_detach(thread);
}

REPLACED(thrd_create)
int heddle_native_thrd_create(thrd_t *thread, thrd_start_t function, void *argument)
{
    Start *start = make_start(argument, 0);
    start->other = function;
    return thrd_create(thread, run_thrd, start);
}

typedef struct Cleanup {
    void (*routine)(void *);
    void *argument;
    struct Cleanup *next;
} Cleanup;
static __thread Cleanup *cleanups;

REPLACED(__heddle_cleanup_push)
void heddle_native___heddle_cleanup_push(Cleanup *cleanup)
{
    cleanup->next = cleanups;
    cleanups = cleanup;
}

REPLACED(__heddle_cleanup_pop)
void heddle_native___heddle_cleanup_pop(void)
{
    cleanups = cleanups->next;
}

static void clean_up(void)
{
    while (cleanups) {
        Cleanup *top = cleanups;
        cleanups = top->next;
        top->routine(top->argument);
    }
    end_thread();
}

/* Where a thread that was cancelled ends is up to the schedule, so the C library never does it. */
static void end_if_cancelled(const Event *event)
{
    if (!event->ends || atomic_load(&is_free))
        return;
    clean_up();
    pthread_exit(PTHREAD_CANCELED);
}

REPLACED(pthread_setcancelstate)
int heddle_native_pthread_setcancelstate(int state, int *old)
{
    static __thread int now = PTHREAD_CANCEL_ENABLE;
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    if (old)
        *old = now;
    now = state;
    return 0;
}

REPLACED(pthread_exit)
_Noreturn void heddle_native_pthread_exit(void *result)
{
    clean_up();
    pthread_exit(result);
}

REPLACED(thrd_exit)
_Noreturn void heddle_native_thrd_exit(int result)
{
    clean_up();
    thrd_exit(result);
}

/* ---- what clang calls, and gcc's libraries of the sanitizers do not have ---- */

__attribute__((weak)) void *__tsan_memcpy(void *to, const void *from, size_t count)
{
    return memcpy(to, from, count);
}

__attribute__((weak)) void *__tsan_memmove(void *to, const void *from, size_t count)
{
    return memmove(to, from, count);
}

__attribute__((weak)) void *__tsan_memset(void *to, int byte, size_t count)
{
    return memset(to, byte, count);
}

/* As the data of the handler begin. */
struct place {
    const char *file;
    unsigned line, column;
};

__attribute__((weak)) void __ubsan_handle_function_type_mismatch(struct place *at, void *function)
{
    (void)function;
    fprintf(stderr,
            "%s:%u:%u: runtime error: a function is called through a pointer to another type\n",
            at->file, at->line, at->column);
    _exit(99);
}
