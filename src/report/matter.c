/* matter.c -- which actions of a run matter: those that other threads could notice.
 *
 * What a thread does to memory matters if two threads touch it and it is written while there are
 * several, or if the statement that fails looks at it; what it does to locks, threads and channels
 * always does. */
#include "report/arrow.h"
#include "report/story.h"

#include <stdlib.h>

/* One touch of one piece of memory. */
typedef struct Touched {
    const TraceDeed *deed;
    size_t step;
    bool write;
} Touched;
typedef VEC(Touched) Touches;

typedef struct Run {
    const Bug *bug;
    Touches touches;  /* sorted by place */
    size_t fork;      /* the first action after which there are several threads */
    VEC(bool) failed; /* action -> it belongs to the statement that fails */
} Run;

static int by_place(const void *a, const void *b)
{
    const Touched *x = a, *y = b;
    if (x->deed->place != y->deed->place)
        return x->deed->place < y->deed->place ? -1 : 1;
    return x->step < y->step ? -1 : x->step > y->step;
}

static bool same_thread(const TraceStep *a, const TraceStep *b)
{
    return strcmp(a->thread, b->thread) == 0;
}

static void collect(Run *r, size_t k)
{
    const TraceStep *step = &r->bug->steps.at[k];
    vec_each (TraceDeed, deed, &step->deeds) {
        if (deed->kind == DEED_READ || deed->kind == DEED_WRITE)
            vec_push(&r->touches, ((Touched){deed, k, deed->kind == DEED_WRITE}));
        else if (deed->kind == DEED_FORK && r->fork > k)
            r->fork = k;
    }
    if (!same_thread(step, &r->bug->steps.at[0]) && r->fork > k)
        r->fork = 0; /* there were several from the beginning */
}

static void find_failed(Run *r)
{
    const TraceStep *steps = r->bug->steps.at, *last = &vec_last(&r->bug->steps);
    vec_resize(&r->failed, r->bug->steps.len);
    for (size_t k = r->bug->steps.len; k-- > 0;) {
        if (!same_thread(&steps[k], last))
            continue;
        if (steps[k].pos.line != last->pos.line || steps[k].pos.file != last->pos.file)
            return;
        r->failed.at[k] = true;
    }
}

/* The touches from `first` to `end` are all of one place. */
static bool group_matters(const Run *r, size_t first, size_t end)
{
    const TraceStep *steps = r->bug->steps.at;
    bool two = false, written = false, failed = false;
    for (size_t k = first; k < end; k++) {
        const Touched *touch = &r->touches.at[k];
        two |= !same_thread(&steps[touch->step], &steps[r->touches.at[first].step]);
        written |= touch->write && touch->step >= r->fork;
        failed |= r->failed.at[touch->step];
    }
    vec_each (TraceWaiter, waiter, &r->bug->waiters)
        failed |= waiter->wants.name && deed_same_target(&waiter->wants, r->touches.at[first].deed);
    return (two && written) || failed;
}

static void mark_groups(Run *r, Matters *matters)
{
    const Touched *at = r->touches.at;
    for (size_t first = 0, end; first < r->touches.len; first = end) {
        for (end = first + 1;
             end < r->touches.len && deed_same_target(at[end].deed, at[first].deed);)
            end++;
        bool matter = group_matters(r, first, end);
        for (size_t k = first; k < end; k++)
            matters->at[at[k].step] |= matter;
    }
}

static bool tells(const TraceStep *step)
{
    vec_each (TraceDeed, deed, &step->deeds)
        if (deed->kind != DEED_READ && deed->kind != DEED_WRITE && deed->kind != DEED_FREE)
            return true;
    return step->choices.len || step->texts.len;
}

/* Who freed what the last action needs. */
static void mark_freed(const Bug *bug, Matters *matters)
{
    size_t last = bug->steps.len - 1;
    vec_each (TraceDeed, deed, &bug->steps.at[last].deeds)
        if (deed->kind == DEED_MISS)
            matters->at[report_find_free(bug, last, deed)] = true;
}

/* The last thing that a thread did before it waits for ever. */
static void mark_waiters(const Bug *bug, Matters *matters)
{
    vec_each (TraceWaiter, waiter, &bug->waiters)
        for (size_t k = bug->steps.len; k-- > 0;)
            if (strcmp(bug->steps.at[k].thread, waiter->thread) == 0) {
                matters->at[k] = true;
                break;
            }
}

static bool has_one_thread(const Bug *bug)
{
    vec_each (TraceStep, step, &bug->steps)
        if (!same_thread(step, &bug->steps.at[0]))
            return false;
    return true;
}

void report_find_matters(const Job *job, const Bug *bug, Matters *matters)
{
    bool all = job->input != INPUT_PROGRAM || has_one_thread(bug);
    Run r = {.bug = bug, .fork = SIZE_MAX};
    vec_resize(matters, bug->steps.len);
    for (size_t k = 0; k < bug->steps.len; k++) {
        collect(&r, k);
        matters->at[k] = all || k + 1 == bug->steps.len || tells(&bug->steps.at[k]) ||
                         (bug->round && k + 1 >= bug->round) || k + 1 == bug->earlier.step;
    }
    if (r.touches.len)
        qsort(r.touches.at, r.touches.len, sizeof *r.touches.at, by_place);
    if (!all) {
        find_failed(&r);
        mark_groups(&r, matters);
        mark_waiters(bug, matters);
        mark_freed(bug, matters);
    }
    vec_free(&r.touches);
    vec_free(&r.failed);
}
