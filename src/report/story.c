/* story.c -- why a run goes wrong, in one sentence.
 *
 * A variable is interfered with where two accesses of one thread have one of another thread between
 * them such that no order of the two threads, one after the other, has the same effect (Lu, Tucek,
 * Qin, Zhou: AVIO, ASPLOS 2006):
 *
 *   read  -- write -- write     written back after somebody else wrote it
 *   read  -- write -- read      read twice, and not the same
 *   write -- write -- read      overwritten before it was read
 *   write -- read  -- write     read half-way
 *
 * The sentence tells the last such case of a variable that the failing statement reads; then who
 * wrote last what it reads, or what its thread has read lately; then the last case of any
 * variable. */
#include "report/arrow.h"
#include "report/story.h"

typedef struct Story {
    const Job *job;
    const Bug *bug;
    Arena *arena;
} Story;

static bool same_thread(const TraceStep *a, const TraceStep *b)
{
    return strcmp(a->thread, b->thread) == 0;
}

/* to NULL: to anything. */
static bool does(const TraceStep *step, DeedKind kind, const TraceDeed *to)
{
    vec_each (TraceDeed, deed, &step->deeds)
        if (deed->kind == kind && (!to || deed_same_target(deed, to)))
            return true;
    return false;
}

static bool touches(const TraceStep *step, const TraceDeed *name)
{
    return does(step, DEED_READ, name) || does(step, DEED_WRITE, name);
}

/* Is the variable read by the last actions of the run, those of the statement that fails? */
static bool fails_on(const Bug *bug, const TraceDeed *name)
{
    for (size_t k = bug->steps.len; k-- > 0;) {
        const TraceStep *step = &bug->steps.at[k], *last = &vec_last(&bug->steps);
        if (!same_thread(step, last))
            continue;
        if (step->pos.line != last->pos.line || step->pos.file != last->pos.file)
            return false;
        if (touches(step, name))
            return true;
    }
    return false;
}

/* `deposit`, or `deposit` in thread 0.1 where that says more. */
static const char *who(Story *s, const TraceStep *step, const TraceStep *other)
{
    if (strcmp(step->proc, other->proc) == 0)
        return arena_print(s->arena, "`%s` in thread %s", step->proc, step->thread);
    return arena_print(s->arena, "`%s`", step->proc);
}

/* ---- interference ---- */

typedef struct Case {
    size_t first, between, second;
    const TraceDeed *name;
    int weight; /* the larger the better; 0: there is none */
} Case;

/* Somebody waits for a thread, or starts one, between the two: that is an order. */
static bool is_ordered(const Bug *bug, size_t first, size_t second)
{
    for (size_t k = first; k <= second; k++)
        if (same_thread(&bug->steps.at[k], &bug->steps.at[second]) &&
            (does(&bug->steps.at[k], DEED_JOIN, NULL) || does(&bug->steps.at[k], DEED_FORK, NULL)))
            return true;
    return false;
}

/* How telling the pattern is; 0: it could have happened one after the other. */
static int pattern(const TraceStep *a, const TraceStep *b, const TraceStep *c,
                   const TraceDeed *name)
{
    if (does(b, DEED_WRITE, name)) {
        if (does(a, DEED_READ, name) && !does(a, DEED_WRITE, name))
            return does(c, DEED_WRITE, name) ? 4 : 3;
        return does(a, DEED_WRITE, name) && does(c, DEED_READ, name) ? 2 : 0;
    }
    return does(a, DEED_WRITE, name) && does(c, DEED_WRITE, name) ? 1 : 0;
}

/* The last access of another thread before `second`, and before it one of the same thread. */
static Case find_case(const Bug *bug, size_t second, const TraceDeed *name)
{
    const TraceStep *steps = bug->steps.at;
    Case none = {.name = name};
    enum { MOST_TRIED = 8 };
    int tried = 0;
    for (size_t between = second; between-- > 0 && tried < MOST_TRIED;) {
        if (!touches(&steps[between], name))
            continue;
        if (same_thread(&steps[between], &steps[second]))
            return none;
        tried++;
        for (size_t first = between; first-- > 0;) {
            if (!same_thread(&steps[first], &steps[second]) || !touches(&steps[first], name))
                continue;
            int weight = pattern(&steps[first], &steps[between], &steps[second], name);
            if (!weight || is_ordered(bug, first, second))
                break;
            return (Case){first, between, second, name, weight};
        }
    }
    return none;
}

/* Of a very long run only the end is looked at. */
static Case find_best(const Bug *bug)
{
    enum { MOST_ACTIONS = 2000 };
    Case best = {0};
    size_t len = bug->steps.len;
    for (size_t k = len > MOST_ACTIONS ? len - MOST_ACTIONS : 0; k < len; k++)
        vec_each (TraceDeed, deed, &bug->steps.at[k].deeds) {
            if (deed->kind != DEED_READ && deed->kind != DEED_WRITE)
                continue;
            Case found = find_case(bug, k, deed);
            if (found.weight && fails_on(bug, deed))
                found.weight += 8;
            if (found.weight && found.weight >= best.weight)
                best = found;
        }
    return best;
}

static const char *tell_case(Story *s, const Case *c)
{
    const TraceStep *a = &s->bug->steps.at[c->first], *b = &s->bug->steps.at[c->between];
    const char *one = who(s, a, b), *other = who(s, b, a);
    switch (c->weight & 7) {
    case 4:
        return arena_print(s->arena,
                           "`%s` was read by %s before %s wrote it, and written back after.",
                           c->name->name, one, other);
    case 3:
        return arena_print(s->arena, "`%s` was read twice by %s, and %s wrote it in between.",
                           c->name->name, one, other);
    case 2:
        return arena_print(s->arena, "`%s` was written by %s, and %s wrote it before it was read.",
                           c->name->name, one, other);
    }
    return arena_print(s->arena, "`%s` was read by %s between two writes of %s.", c->name->name,
                       other, one);
}

/* ---- who wrote it last ---- */

static const char *value_after(const TraceStep *step, const char *name)
{
    vec_each (TraceValue, value, &step->values)
        if (strcmp(value->name, name) == 0)
            return value->value;
    return NULL;
}

/* Is it read in the last context, which is that of the thread that fails? */
static bool is_read_lately(const Bug *bug, const TraceDeed *name)
{
    for (size_t k = bug->steps.len; k-- > 0;) {
        if (bug->steps.at[k].context != vec_last(&bug->steps).context)
            return false;
        if (does(&bug->steps.at[k], DEED_READ, name))
            return true;
    }
    return false;
}

/* `asks`: fails_on or is_read_lately. */
/* Has the thread that fails written it since, before the statement that fails? */
static bool is_overwritten(const Bug *bug, size_t since, const TraceDeed *name)
{
    const TraceStep *last = &vec_last(&bug->steps);
    for (size_t k = since + 1; k < bug->steps.len; k++) {
        const TraceStep *step = &bug->steps.at[k];
        bool fails = step->pos.line == last->pos.line && step->pos.file == last->pos.file;
        if (same_thread(step, last) && !fails && does(step, DEED_WRITE, name))
            return true;
    }
    return false;
}

static const char *tell_writer(Story *s, bool (*asks)(const Bug *bug, const TraceDeed *name))
{
    const TraceStep *last = &vec_last(&s->bug->steps);
    for (size_t k = s->bug->steps.len - 1; k-- > 0;) {
        const TraceStep *step = &s->bug->steps.at[k];
        if (same_thread(step, last))
            continue;
        vec_each (TraceDeed, deed, &step->deeds) {
            if (deed->kind != DEED_WRITE || !asks(s->bug, deed) || is_overwritten(s->bug, k, deed))
                continue;
            const char *value = value_after(step, deed->name);
            return arena_print(s->arena, "`%s` was %s%swritten last by %s at line %u.", deed->name,
                               value ? value : "", value ? ", " : "", who(s, step, last),
                               step->pos.line);
        }
    }
    return NULL;
}

/* ---- who freed it ---- */

/* Objects of the heap have numbers in their names; the others are variables. */
static const char *free_word(const char *name)
{
    return strchr(name, '#') ? "was freed" : "ended with its block";
}

/* Of a use after free: a sentence, or NULL. */
static const char *tell_free(Story *s)
{
    bool several = report_several_files(s->bug);
    size_t last = s->bug->steps.len - 1;
    vec_each (TraceDeed, deed, &s->bug->steps.at[last].deeds) {
        size_t k = deed->kind == DEED_MISS ? report_find_free(s->bug, last, deed) : last;
        const TraceStep *step = &s->bug->steps.at[k];
        if (k == last)
            continue;
        vec_each (TraceDeed, freed, &step->deeds)
            if (freed->kind == DEED_FREE && deed_same_target(freed, deed))
                return arena_print(s->arena, "`%s` %s in `%s`, by thread %s at line %u%s%s.",
                                   freed->name, free_word(freed->name), step->proc, step->thread,
                                   step->pos.line, several ? " of " : "",
                                   several ? report_short_name(s->job, step->pos) : "");
    }
    return NULL;
}

/* ---- deadlocks ---- */

/* The thread that holds the lock at the end, or wrote the memory last; NULL: nobody. */
static const char *holder_of(const Bug *bug, const TraceWaiter *waiter)
{
    for (size_t k = bug->steps.len; k-- > 0;) {
        const TraceStep *step = &bug->steps.at[k];
        if (does(step, DEED_RELEASE, &waiter->wants))
            return NULL;
        if (does(step, waiter->wants.kind == DEED_READ ? DEED_WRITE : DEED_ACQUIRE, &waiter->wants))
            return step->thread;
    }
    return NULL;
}

static const TraceWaiter *waiter_of(const Bug *bug, const char *thread)
{
    vec_each (TraceWaiter, waiter, &bug->waiters)
        if (strcmp(waiter->thread, thread) == 0)
            return waiter;
    return NULL;
}

/* Whom it waits for: the holder of a lock, or a thread; NULL: not known. */
static const TraceWaiter *next_waiter(const Bug *bug, const TraceWaiter *waiter)
{
    if (!waiter->wants.name)
        return NULL;
    const char *holder =
        waiter->wants.kind == DEED_JOIN ? waiter->wants.name : holder_of(bug, waiter);
    return holder ? waiter_of(bug, holder) : NULL;
}

/* A waiter that waits, through others, for itself. */
static const TraceWaiter *find_circle(const Bug *bug)
{
    vec_each (TraceWaiter, start, &bug->waiters) {
        const TraceWaiter *at = next_waiter(bug, start);
        for (size_t n = 0; at && at != start && n < bug->waiters.len; n++)
            at = next_waiter(bug, at);
        if (at == start)
            return start;
    }
    return NULL;
}

/* `thread 0 waits for `m`, which thread 1 holds` */
static const char *tell_wait(Story *s, const TraceWaiter *at, const TraceWaiter *next)
{
    if (at->wants.kind == DEED_JOIN)
        return arena_print(s->arena, "thread %s waits for thread %s", at->thread, at->wants.name);
    return arena_print(s->arena, "thread %s waits for `%s`, which thread %s %s", at->thread,
                       at->wants.name, next->thread,
                       at->wants.kind == DEED_READ ? "wrote last" : "holds");
}

static const char *tell_circle(Story *s, const TraceWaiter *start)
{
    const char *text = "";
    const TraceWaiter *at = start;
    do {
        const TraceWaiter *next = next_waiter(s->bug, at);
        const char *join = at == start ? "" : next == start ? ", and " : ", ";
        text = arena_print(s->arena, "%s%s%s", text, join, tell_wait(s, at, next));
        at = next;
    } while (at != start);
    return arena_print(s->arena, "%s.", text);
}

static const char *tell_deadlock(Story *s)
{
    const TraceWaiter *start = find_circle(s->bug);
    if (start)
        return tell_circle(s, start);
    vec_each (TraceWaiter, waiter, &s->bug->waiters)
        if (!next_waiter(s->bug, waiter))
            return arena_print(s->arena,
                               "thread %s waits %s%s%sat line %u, and no thread is left that could "
                               "let it go on.",
                               waiter->thread, waiter->wants.name ? "for `" : "",
                               waiter->wants.name ? waiter->wants.name : "",
                               waiter->wants.name ? "` " : "", waiter->pos.line);
    return NULL;
}

/* Who came between, or wrote last what goes wrong; NULL: nobody is known. */
static const char *tell_data(Story *s)
{
    Case best = find_best(s->bug);
    if (best.weight > 8)
        return tell_case(s, &best);
    const char *writer = tell_writer(s, fails_on);
    if (!writer)
        writer = tell_writer(s, is_read_lately);
    if (writer)
        return writer;
    return best.weight >= 3 ? tell_case(s, &best) : NULL;
}

/* The access that came first; NULL: the message has said it. */
static const char *tell_race(Story *s)
{
    static const char *const deeds[] = {[RACE_READ] = "reads it",
                                        [RACE_WRITE] = "writes it",
                                        [RACE_ALLOC] = "allocates it",
                                        [RACE_FREE] = "frees it"};
    const TraceStep *steps = s->bug->steps.at, *last = &vec_last(&s->bug->steps);
    if (!s->bug->earlier.step)
        return NULL;
    const TraceStep *first = &steps[s->bug->earlier.step - 1];
    return arena_print(s->arena,
                       "%s %s in line %u; nothing that %s has waited for, locked or read with "
                       "acquire says that this has happened.",
                       who(s, first, last), deeds[s->bug->earlier.deed], s->bug->earlier.where.line,
                       who(s, last, first));
}

const char *report_explain(const Job *job, const Bug *bug, Arena *arena)
{
    Story s = {job, bug, arena};
    if (job->input != INPUT_PROGRAM || !bug->steps.len || bug->error == ERR_NOT_ATOMIC)
        return NULL;
    if (bug->error == ERR_RACE)
        return tell_race(&s);
    if (bug->error == ERR_DEADLOCK)
        return tell_deadlock(&s);
    const char *freed = tell_free(&s), *data = tell_data(&s);
    return freed && data ? arena_print(arena, "%s %s", freed, data) : freed ? freed : data;
}
