/* windows.c -- is nothing wrong in a program whose stacks have no bound?  See replay.h.
 *
 * The certificate is Z: the states in which of each stack only the frame on top and the one below
 * it are known, contexts do not count, and below a frame may lie whatever was seen there.  It is
 * made again here, from the machine, without the rules and tables of the engine:
 *
 *   a window        the local store and one frame (none: the thread is in its last one)
 *   a note          what was below a frame when it went out of sight: a frame, or nothing
 *   an action       is run with the frames that are known; if it comes to the end of them, again
 *                   with each frame that the notes allow below (run_on)
 *
 * Passes over all states are made until one brings neither a state nor a note.  An error that comes
 * up here need not be one of the program: then nothing is known.  Data races are not looked for. */
#include "base/budget.h"
#include "check/replay.h"
#include "machine/part.h"
#include "machine/schedule.h"
#include "machine/states.h"

enum { MOST_DEPTH = 12, CHECK_EVERY = 256 };

typedef struct Windows {
    Job *job;
    Machine *m;
    States states;
    State state, next;
    Pairs notes;           /* frame, what was below it (0: nothing) */
    VEC(uint32_t) lasts;   /* frame -> its last note, plus one */
    VEC(uint32_t) earlier; /* note -> the one before it of the same frame, plus one */
    uint64_t actions, most;
    bool open; /* nothing is known */
} Windows;

static void add_note(Windows *w, LocalId frame, LocalId below)
{
    bool is_new;
    uint32_t note = pairs_add(&w->notes, frame.ix, below.ix, &is_new);
    if (!is_new)
        return;
    if (frame.ix >= w->lasts.len)
        vec_resize(&w->lasts, frame.ix + 1);
    vec_push(&w->earlier, w->lasts.at[frame.ix]);
    w->lasts.at[frame.ix] = note + 1;
}

/* ---- running an action ---- */

static void on_begin(void *self, bool at_choice)
{
    (void)self, (void)at_choice;
}

static bool on_touch(void *self, const Touch *touch)
{
    (void)self, (void)touch;
    return true;
}

static bool on_point(void *self, uint32_t pc)
{
    (void)self, (void)pc;
    return true;
}

static bool on_stuck(void *self, uint32_t pc)
{
    (void)self, (void)pc;
    return true;
}

static bool on_waits(void *self)
{
    (void)self;
    return true;
}

static void on_first(void *self, uint32_t pc)
{
    (void)self, (void)pc;
}

static bool on_circle(void *self)
{
    (void)self;
    return true;
}

static uint64_t on_note(void *self, bool at_point)
{
    (void)self;
    return at_point;
}

static const Watcher one_action = {
    .begin = on_begin,
    .touch = on_touch,
    .point = on_point,
    .stuck = on_stuck,
    .waits = on_waits,
    .first = on_first,
    .circle = on_circle,
    .note = on_note,
};

/* The frames below the one on top go out of sight. */
static void put_state(Windows *w, size_t index, const Outcome *o, bool complete)
{
    bool is_new;
    state_copy(&w->next, &w->state);
    state_apply(&w->next, index, o);
    ptrdiff_t found = state_find(&w->next, w->state.threads.at[index].tid);
    StateThread *thread = found < 0 ? NULL : &w->next.threads.at[found];
    if (thread && thread->s.ix) {
        StackId s = thread->s;
        thread->s = machine_push(w->m, machine_top(w->m, s), (StackId){0});
        for (StackId below = machine_pop(w->m, s); below.ix; below = machine_pop(w->m, s = below))
            add_note(w, machine_top(w->m, s), machine_top(w->m, below));
        if (complete)
            add_note(w, machine_top(w->m, s), (LocalId){0});
    }
    states_add(&w->states, &w->next, &is_new);
}

typedef struct Turn {
    size_t index;
    LocalId l;
    VEC(LocalId) known; /* the frames below it, the last one at the bottom of what is known */
    bool waits, rests;  /* with some frames it waits, or need not run */
} Turn;

static StackId known_stack(Windows *w, const Turn *t)
{
    StackId s = {0};
    for (size_t k = t->known.len; k-- > 0;)
        s = machine_push(w->m, t->known.at[k], s);
    return s;
}

/* Whether the outcome depends on frames that are not known. */
static bool is_cut(const Outcome *o)
{
    bool stopped = o->kind == OUTCOME_STEP && (!o->note || !o->s.ix);
    return stopped || (o->kind == OUTCOME_CHOICE && !o->s.ix);
}

static void take_outcome(Windows *w, Turn *t, const Outcome *o, bool complete)
{
    t->waits |= o->kind == OUTCOME_BLOCKED;
    t->rests |= o->kind == OUTCOME_IDLE;
    if (o->kind == OUTCOME_WRONG)
        w->open |= error_info[o->error].property == PROPERTY_NONE ||
                   (w->job->properties & error_info[o->error].property);
    if (outcome_has_successor(o))
        put_state(w, t->index, o, complete);
}

/* All that the thread can do, with the frames that are known; `complete`: there are no more. */
static void run_on(Windows *w, Turn *t, bool complete)
{
    Outcomes out = {0};
    Watcher watcher = one_action;
    bool cut = false;
    watcher.bounded = !complete;
    w->actions++;
    machine_run(w->m, w->state.threads.at[t->index].tid, w->state.g, t->l, known_stack(w, t),
                &watcher, &out);
    for (size_t k = 0; k < out.len && !w->open; k++) {
        if (complete || !is_cut(&out.all.at[k]))
            take_outcome(w, t, &out.all.at[k], complete);
        else
            cut = true;
    }
    outcomes_free(&out);
    if (!cut || w->open)
        return;
    uint32_t last = vec_last(&t->known).ix;
    w->open |= t->known.len > MOST_DEPTH;
    for (uint32_t n = last < w->lasts.len ? w->lasts.at[last] : 0; n && !w->open;
         n = w->earlier.at[n - 1]) {
        LocalId below = {pairs_right(&w->notes, n - 1)};
        if (below.ix)
            vec_push(&t->known, below);
        run_on(w, t, !below.ix);
        if (below.ix)
            t->known.len--;
    }
}

/* ---- all states ---- */

static void expand(Windows *w, uint32_t id)
{
    bool all_wait = true, waits = false;
    states_load(&w->states, (StateId){id}, &w->state);
    ptrdiff_t chooser = state_chooser(w->m, &w->state);
    each_turn (k, &w->state, chooser) {
        StateThread thread = w->state.threads.at[k];
        if (w->open)
            return;
        Turn t = {.index = k, .l = thread.l};
        if (thread.s.ix)
            vec_push(&t.known, machine_top(w->m, thread.s));
        run_on(w, &t, !thread.s.ix);
        all_wait &= t.waits || t.rests;
        waits |= t.waits;
        vec_free(&t.known);
    }
    w->open |= waits && all_wait && chooser < 0 && (w->job->properties & PROPERTY_DEADLOCK);
}

/* True: there is neither an error nor an end that was not reached. */
static bool make_all(Windows *w)
{
    bool is_new;
    Outcomes out = {0};
    machine_initial(w->m, &out);
    w->open = out.all.at[0].kind == OUTCOME_WRONG;
    if (!w->open) {
        state_initial(w->m, &out.all.at[0], &w->state);
        states_add(&w->states, &w->state, &is_new);
    }
    outcomes_free(&out);
    for (size_t before = 0, now = 1; before != now && !w->open;) {
        before = now;
        for (uint32_t id = 0; id < states_count(&w->states) && !w->open; id++) {
            w->open |= w->actions > w->most ||
                       (id % CHECK_EVERY == 0 && budget_exhausted(&w->job->budget));
            if (!w->open)
                expand(w, id);
        }
        now = states_count(&w->states) + w->notes.at.len;
    }
    return !w->open;
}

bool check_windows(Job *job, uint64_t most_actions)
{
    const char *reason = job->budget.reason;
    MachineOptions options = {.number_threads = true,
                              .predicates = (job->properties & PROPERTY_ACCESS) != 0};
    Windows w = {.job = job, .m = machine_new(job->program, options), .most = most_actions};
    w.states.m = w.m;
    bool holds = !(job->properties & PROPERTY_RACE) && make_all(&w);
    job->budget.reason = reason;
    states_free(&w.states);
    state_free(&w.state);
    state_free(&w.next);
    pairs_free(&w.notes);
    vec_free(&w.lasts);
    vec_free(&w.earlier);
    machine_free(w.m);
    return holds;
}
