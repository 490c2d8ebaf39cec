/* native.c -- what really happened, in words and in JSON; see native.h. */
#include "native/native.h"

#include <jansson.h>
#include <signal.h>
#include <stdlib.h>

enum { REPRODUCED = 1, NO_INPUT = 2, NOT_REPRODUCED = 3 };

typedef struct Finding {
    bool reproduced;
    const char *what; /* a sentence */
    int runs, shown;  /* how often it ran, and how often the error happened */
} Finding;

/* ---- what the program has said ---- */

/* The rest of the line that has the words, in the arena; NULL: none has them. */
static const char *line_with(Native *n, const char *said, const char *words)
{
    const char *at = strstr(said, words);
    if (!at)
        return NULL;
    while (at > said && at[-1] != '\n')
        at--;
    return arena_copy(&n->arena, at, strcspn(at, "\n"));
}

/* Without what sanitizers write before it: `==17==ERROR: ` and the like. */
static const char *without_head(const char *line, const char *words)
{
    const char *at = line ? strstr(line, words) : NULL;
    return at ? at : line;
}

/* The sentence of a sanitizer, of valgrind, of assert; NULL: there is none. */
static const char *complaint(Native *n, const char *said)
{
    static const char *const words[] = {
        "AddressSanitizer: ", "ThreadSanitizer: ",   "runtime error: ",          "ninitialised ",
        "== Invalid read",    "== Invalid write",    "== Invalid free",          "Assertion `",
        "Assertion failed",   "heddle: reach_error", "heddle: __VERIFIER_error", "free(): ",
        "malloc(): "};
    const char *first = NULL, *best = NULL;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        const char *at = strstr(said, words[k]);
        if (at && (!first || at < first)) {
            bool keep = k < 2;
            first = at;
            best = line_with(n, said, words[k]);
            best = keep ? without_head(best, words[k]) : best;
        }
    }
    return best;
}

/* ---- has it happened again? ---- */

static const char *place_of(Native *n, uint32_t landmark)
{
    const Landmark *at = &n->job->program->landmarks.at[landmark];
    const Sources *sources = n->sources;
    const char *file = at->pos.line && at->pos.file < sources->files.len
                           ? sources->files.at[at->pos.file].name
                           : "?";
    if (at->callee)
        return arena_print(&n->arena, "in %s at %s:%u", at->callee, file, at->pos.line);
    return arena_print(&n->arena, "at %s:%u", file, at->pos.line);
}

/* `0 in pthread_mutex_lock at a.c:12, 0.0 in ...` */
static const char *waiting(Native *n, const NativeOutcome *o, bool held)
{
    const char *list = "";
    vec_each (NativeThread, thread, &o->threads) {
        if (thread->ended || thread->held != held || !thread->landmark)
            continue;
        list =
            arena_print(&n->arena, "%s%sthread %s %s", list, *list ? ", " : "",
                        *thread->name ? thread->name : "(another)", place_of(n, thread->landmark));
    }
    return list;
}

/* Errors against rules that only heddle knows, or that the library does not check. */
typedef struct Cause {
    ErrorKind error;
    const char *why;
} Cause;

static const char *why_not(const Native *n)
{
    static const char annotation[] =
        "annotations are comments to the real program: nothing in it checks them";
    static const char unchecked[] = "the C library does not check this rule: what it does then is "
                                    "undefined, and here it went on";
    static const Cause reasons[] = {
        {ERR_ACCESS, annotation},
        {ERR_NOT_ATOMIC, annotation},
        {ERR_PERFORMS, annotation},
        {ERR_CLAIM, annotation},
        {ERR_LEAKED_LOCK, "the C library does not mind a thread that ends while it holds a lock"},
        {ERR_NOT_HELD, unchecked},
        {ERR_DESTROYED, unchecked},
        {ERR_BUSY, unchecked},
        {ERR_BAD_THREAD, unchecked},
        {ERR_MISUSE, unchecked},
        {ERR_HANG, "rounds are counted where a thread comes to a landmark again, an access "
                   "that others could notice or a call"},
        {ERR_BLOCKED_ATOMIC, "atomic regions are heddle's: the real program does not have them"},
    };
    for (size_t k = 0; k < sizeof reasons / sizeof *reasons; k++)
        if (reasons[k].error == n->bug->error)
            return reasons[k].why;
    return NULL;
}

/* The real program has gone all the way, and nobody minded what it did at its end. */
static const char *why_unseen(const Native *n)
{
    static const Cause reasons[] = {
        {ERR_CONSTANT, "the memory of local variables can be written, constant or not"},
        {ERR_FREED, "no sanitizer looks after the variables of a thread that has ended, nor "
                    "after the values of expressions"},
        {ERR_OUT_OF_BOUNDS, "no sanitizer looks at all arrays that lie in larger objects, nor at "
                            "arguments that were not passed"},
        {ERR_NO_RETURN, "a function without `return` gives back what was there by chance"},
        {ERR_CALL_TYPE, "the C library calls the function, and looks at no types"},
        {ERR_OVERLAP, "no sanitizer looks for overlaps in this function of the C library"},
        {ERR_UNDEFINED, "what C leaves undefined is something harmless here"},
        {ERR_UNINITIALISED, "what was never written is something harmless here"},
        {ERR_STACK, "the stack of the real program has another size"},
    };
    static const char other[] =
        "not every step can be forced: a struct that is passed by value is "
        "copied at once, and what the C library does inside of a call goes by "
        "itself";
    for (size_t k = 0; k < sizeof reasons / sizeof *reasons; k++)
        if (reasons[k].error == n->bug->error)
            return reasons[k].why;
    return other;
}

/* A call in the trace whose outcome is heddle's invention, and is not forced; NULL: there is none.
 */
static const char *invented(Native *n)
{
    static const char *const names[] = {
        "scanf",  "fscanf",    "fgets",    "fgetc",     "getc",          "getline",      "fread",
        "read",   "recv",      "open",     "fopen",     "socket",        "accept",       "getenv",
        "select", "poll",      "fork",     "sysconf",   "clock_gettime", "gettimeofday", "times",
        "getpid", "localtime", "shm_open", "ftruncate", "mmap"};
    vec_each (ScheduleThread, thread, &n->schedule.threads)
        vec_each (ScheduleEvent, event, &thread->events) {
            const char *callee = n->job->program->landmarks.at[event->landmark].callee;
            for (size_t k = 0; callee && k < sizeof names / sizeof *names; k++)
                if (strcmp(callee, names[k]) == 0)
                    return arena_print(&n->arena,
                                       "what comes from outside %s cannot be forced on it",
                                       place_of(n, event->landmark));
        }
    return NULL;
}

static bool went_astray(const Native *n, const NativeOutcome *o)
{
    return o->passed < n->schedule.last - 1 && !o->free;
}

static const char *what_was_seen(Native *n, const NativeOutcome *o)
{
    const Schedule *s = &n->schedule;
    if (went_astray(n, o))
        return arena_print(
            &n->arena, "the real program went another way than the trace after %d of %d landmarks",
            o->passed, s->total);
    if (o->rests)
        return arena_print(&n->arena, "all threads wait: %s", waiting(n, o, false));
    if (o->endless)
        return n->bug->error == ERR_HANG || n->bug->round
                   ? "the real program ran on, and came to no landmark"
                   : "the real program ran on for a minute";
    return arena_print(&n->arena,
                       "the real program ended with exit status %d, and nothing went wrong",
                       o->exit_status);
}

/* The threads that are stuck. */
static Finding judge_hang(Native *n, const NativeOutcome *o)
{
    const char *list = "";
    vec_each (NativeThread, thread, &o->threads)
        if (thread->spins)
            list = arena_print(&n->arena, "%s%sthread %s still spins after %d rounds, %s", list,
                               *list ? "; " : "", thread->name, (int)SCHEDULE_ROUNDS,
                               place_of(n, thread->landmark));
    vec_each (TraceWaiter, waiter, &n->bug->waiters)
        vec_each (NativeThread, thread, &o->threads)
            if (!thread->spins && !thread->ended && strcmp(thread->name, waiter->thread) == 0)
                list = arena_print(&n->arena, "%s%sthread %s still waits %s", list,
                                   *list ? "; " : "", thread->name, place_of(n, thread->landmark));
    return (Finding){.reproduced = true, .what = list};
}

static bool has_not_started(const NativeOutcome *o)
{
    return strstr(o->said, "Sanitizer failed to") || strstr(o->said, "Shadow memory");
}

static Finding not_found(Native *n, const NativeOutcome *o)
{
    const char *seen = what_was_seen(n, o), *why = why_not(n), *outside = invented(n);
    if (!why && !went_astray(n, o) && !o->rests && !o->endless)
        why = why_unseen(n);
    if (outside)
        why = outside;
    if (has_not_started(o))
        why =
            "the sanitizer did not start: it reserves much address space; is there a limit, as of "
            "ulimit -v?";
    if (n->missing)
        why = n->missing;
    return (Finding){.what = why ? arena_print(&n->arena, "%s (%s)", seen, why) : seen};
}

static Finding judge_rest(Native *n, const NativeOutcome *o)
{
    const Schedule *s = &n->schedule;
    bool rests = n->bug->error == ERR_DEADLOCK || n->bug->error == ERR_HANG;
    if (rests && o->passed >= s->total)
        return (Finding){.reproduced = true,
                         .what =
                             arena_print(&n->arena, "all threads wait: %s", waiting(n, o, false))};
    if (n->bug->error == ERR_SELF_DEADLOCK && o->passed >= s->total - 1)
        return (Finding){
            .reproduced = true,
            .what = arena_print(&n->arena, "it waits for itself: %s", waiting(n, o, false))};
    return not_found(n, o);
}

/* A run that repeats for ever. */
static Finding judge_round(Native *n, const NativeOutcome *o)
{
    const Schedule *s = &n->schedule;
    int length = s->total - s->round;
    if (length > 0 && o->passed >= s->round + SCHEDULE_ROUNDS * length)
        return (Finding){
            .reproduced = true,
            .what = arena_print(&n->arena,
                                "it went round %d times, %d landmarks each time, and could go on",
                                (int)SCHEDULE_ROUNDS, length)};
    return not_found(n, o);
}

/* Does it name the line where the trace goes wrong?  Sanitizers look before an access has its turn.
 */
static bool names_place(Native *n, const char *said)
{
    Pos where = n->bug->where;
    if (!where.line || where.file >= n->sources->files.len)
        return false;
    const char *name = n->sources->files.at[where.file].name;
    const char *place = arena_print(&n->arena, "%s:%u", name, where.line);
    const char *at = strstr(said, place);
    return at && !strchr("0123456789", at[strlen(place)] ? at[strlen(place)] : ' ');
}

static Finding judge(Native *n, const NativeOutcome *o)
{
    const Schedule *s = &n->schedule;
    const char *said = complaint(n, o->said);
    bool died = o->signal && !o->endless;
    if (o->rests)
        return judge_rest(n, o);
    if (o->spins)
        return judge_hang(n, o);
    if (s->mode == SCHEDULE_ROUND)
        return judge_round(n, o);
    if ((!said && !died) || has_not_started(o))
        return not_found(n, o);
    if (!said)
        said = arena_print(&n->arena, "it was ended by signal %d (%s)", o->signal,
                           strsignal(o->signal));
    if (o->passed < s->last - 1 && !names_place(n, o->said) && n->bug->error != ERR_RACE)
        return (Finding){.what =
                             arena_print(&n->arena, "something else went wrong before: %s", said)};
    return (Finding){.reproduced = true,
                     .what = arena_print(&n->arena, "%s, exit status %d", said, o->exit_status)};
}

/* ---- reports ---- */

static const char *first_name(const Native *n)
{
    return n->sources->files.at[n->files[0]].name;
}

static void print_said(const Native *n, const NativeOutcome *o, FILE *out)
{
    enum { MOST_LINES = 30 };
    int lines = 0;
    for (const char *at = o->said; *at; lines++) {
        int len = (int)strcspn(at, "\n");
        if (lines < MOST_LINES)
            fprintf(out, "    | %.*s\n", len, at);
        at += len + (at[len] == '\n');
    }
    if (lines > MOST_LINES)
        fprintf(out, "    | (%d more lines)\n", lines - MOST_LINES);
    (void)n;
}

static void print_text(Native *n, const NativeOutcome *o, const Finding *f, FILE *out)
{
    const Bug *bug = n->bug;
    if (f->reproduced)
        fprintf(out, "%s: reproduced natively, in %d of %d runs: %s\n", first_name(n), f->shown,
                f->runs, f->what);
    else
        fprintf(out, "%s: not reproduced: %s\n", first_name(n), f->what);
    if (n->job->options->quiet)
        return;
    const char *file = bug->where.line && bug->where.file < n->sources->files.len
                           ? n->sources->files.at[bug->where.file].name
                           : first_name(n);
    fprintf(out, "  the trace ends with: %s, at %s:%u\n", bug->message, file, bug->where.line);
    fprintf(out, "  %d of %d landmarks of the trace were passed by the real program, %s%s%s\n",
            o->passed < n->schedule.total ? o->passed : n->schedule.total, n->schedule.total,
            *n->told.sanitize  ? "compiled with -fsanitize="
            : n->told.memcheck ? "under "
                               : "without sanitizers",
            n->told.sanitize, n->told.memcheck ? "valgrind" : "");
    if (*o->said) {
        fprintf(out, "  it said\n");
        print_said(n, o, out);
    }
    if (*n->output)
        fprintf(out, "  the binary is %s: it runs the same way by itself, and in a debugger\n",
                n->output);
}

static json_t *text(const char *bytes)
{
    json_t *made = json_string(bytes);
    return made ? made : json_string("(not UTF-8)");
}

static void print_json(Native *n, const NativeOutcome *o, const Finding *f, FILE *out)
{
    json_t *root = json_object(), *waits = json_array();
    vec_each (NativeThread, thread, &o->threads)
        if (!thread->ended && thread->landmark) {
            json_t *one = json_object();
            json_object_set_new(one, "thread", text(thread->name));
            json_object_set_new(one, "where", text(place_of(n, thread->landmark)));
            json_object_set_new(one, "held", json_boolean(thread->held));
            json_array_append_new(waits, one);
        }
    json_object_set_new(root, "native",
                        json_string(f->reproduced ? "reproduced" : "not reproduced"));
    json_object_set_new(root, "what", text(f->what));
    json_object_set_new(root, "runs", json_integer(f->runs));
    json_object_set_new(root, "reproduced_runs", json_integer(f->shown));
    json_object_set_new(root, "error", json_string(error_info[n->bug->error].key));
    json_object_set_new(root, "message", text(n->bug->message));
    json_object_set_new(root, "exit_status", o->rests ? json_null() : json_integer(o->exit_status));
    json_object_set_new(root, "landmarks", json_integer(n->schedule.total));
    json_object_set_new(root, "passed", json_integer(o->passed));
    json_object_set_new(root, "sanitizers",
                        text(n->told.memcheck   ? "valgrind"
                             : n->told.sanitize ? n->told.sanitize
                                                : ""));
    json_object_set_new(root, "waits", waits);
    json_object_set_new(root, "stderr", text(o->said));
    char *bytes = json_dumps(root, JSON_INDENT(2));
    fprintf(out, "%s\n", bytes ? bytes : "{}");
    free(bytes);
    json_decref(root);
}

/* Once more and more often: does it always happen?  Nothing but the schedule decides, if it is
 * right. */
static void repeat(Native *n, Finding *f)
{
    enum { RUNS = 10, SLOW_RUNS = 3 };
    for (int most = n->memcheck ? SLOW_RUNS : RUNS; f->runs < most; f->runs++) {
        NativeOutcome o = {0};
        if (native_watch(n, &o))
            f->shown += judge(n, &o).reproduced;
        native_outcome_free(&o);
    }
}

/* The first way tells, unless a later one shows the error. */
int native_replay(Native *n, FILE *out)
{
    NativeOutcome first = {0}, o = {0};
    Finding told = {0};
    if (!native_begin(n))
        return NO_INPUT;
    for (int way = 0; !told.reproduced && native_build(n, way) && native_watch(n, &o); way++) {
        Finding f = judge(n, &o);
        f.runs = 1;
        f.shown = f.reproduced;
        if (way && !f.reproduced) {
            native_outcome_free(&o);
            continue;
        }
        native_outcome_free(&first);
        first = o;
        told = f;
        n->told = (NativeWay){n->sanitize, n->memcheck};
        if (told.reproduced)
            repeat(n, &told);
    }
    if (!told.what && !n->diag->errors)
        diag_error(n->diag, (Pos){0}, "the program cannot be built for replay --native");
    bool failed = n->diag->errors > 0;
    if (!failed && n->job->options->json)
        print_json(n, &first, &told, out);
    else if (!failed)
        print_text(n, &first, &told, out);
    native_outcome_free(&first);
    native_clean(n);
    return failed ? NO_INPUT : told.reproduced ? REPRODUCED : NOT_REPRODUCED;
}
