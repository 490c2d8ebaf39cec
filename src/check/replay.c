/* replay.c -- see replay.h.
 *
 * A run is a list of (thread, choices).  From the initial state, each step asks the machine for all
 * that the thread can do and takes the outcome that made those choices. */
#include "check/replay.h"
#include "check/refuse.h"

#include "check/helper.h"
#include "check/judge.h"
#include "check/lasso.h"
#include "check/older.h"
#include "check/scene.h"
#include "check/stuck.h"
#include "machine/machine.h"
#include "machine/scene.h"
#include "machine/schedule.h"

typedef struct Replay {
    Job *job;
    Bug *bug;
    Machine *machine;
    State state;
    SceneRecorder scenes;
    Outcomes out;
    const char
        *choosing; /* the thread that must run next, if any: it is in the midst of an action */
    uint32_t context;
    VEC(bool) inside;     /* step -> it begins in a procedure that is annotated as atomic */
    VEC(bool) commits;    /* step -> it touches something at bug->commit */
    LassoCheck lasso;     /* of a run that comes back to where it was */
    Judge judge;          /* of what memory did */
    Older older;          /* what of it is not up to date */
    VEC(uint32_t) deeds;  /* step -> so many deeds are noted behind it */
    uint32_t call_events; /* begins and ends of calls so far */
    bool raced;           /* the last access was not to be */
    Why why;
} Replay;

static const char *keep(Replay *r, const char *text)
{
    return text ? arena_copy(&r->job->arena, text, strlen(text)) : "";
}

static size_t step_number(const Replay *r, const TraceStep *step)
{
    return (size_t)(step - r->bug->steps.at) + 1;
}

static const char *proc_at(const Replay *r, uint32_t pc)
{
    const Program *program = r->job->program;
    return program->procs.at[program_proc_at(program, pc)].name;
}

static Pos pos_at(const Replay *r, uint32_t pc)
{
    return r->job->program->pos.at[pc];
}

static bool same_place(Pos a, Pos b)
{
    return a.file == b.file && a.line == b.line && a.column == b.column;
}

/* The outcome is an error: is it the one that was promised, and nothing left to do? */
static bool confirm_error(Replay *r, const Outcome *o, const TraceStep *last)
{
    Bug *bug = r->bug;
    size_t n = last ? step_number(r, last) : 0;
    if (o->error != bug->error)
        return refuse(r->why, "step %zu gives '%s' where '%s' was promised", n,
                      error_info[o->error].key, error_info[bug->error].key);
    Pos pos = pos_at(r, o->pc);
    if (bug->where.line && !same_place(pos, bug->where))
        return refuse(r->why, "step %zu goes wrong at line %u where line %u was promised", n,
                      pos.line, bug->where.line);
    if (n != bug->steps.len)
        return refuse(r->why, "step %zu of %zu goes wrong already", n, bug->steps.len);
    bug->where = pos;
    bug->proc = proc_at(r, o->pc);
    bug->message = keep(r, o->message && *o->message ? o->message : error_info[o->error].sentence);
    return true;
}

static bool same_choices(const Outcome *o, const TraceStep *step)
{
    if (o->choices.len != step->choices.len)
        return false;
    for (size_t i = 0; i < o->choices.len; i++)
        if (o->choices.at[i] != step->choices.at[i])
            return false;
    return true;
}

static const Outcome *find_outcome(const Replay *r, const TraceStep *step)
{
    for (size_t i = 0; i < r->out.len; i++)
        if (same_choices(&r->out.all.at[i], step))
            return &r->out.all.at[i];
    return NULL;
}

static StateThread *find_thread(Replay *r, const char *name)
{
    each_thread (t, &r->state)
        if (strcmp(machine_thread_name(r->machine, r->state.threads.at[t].tid), name) == 0)
            return &r->state.threads.at[t];
    return NULL;
}

/* Everything that is known before the step runs. */
static void describe(Replay *r, TraceStep *step, const StateThread *thread)
{
    uint32_t pc = machine_shown_pc(r->machine, machine_local_pc(r->machine, thread->l), thread->s);
    const TraceStep *before = step > r->bug->steps.at ? step - 1 : NULL;
    if (!before || strcmp(before->thread, step->thread) != 0)
        r->context++;
    step->entry = keep(r, machine_thread_entry(r->machine, thread->tid));
    step->proc = proc_at(r, pc);
    step->pos = pos_at(r, pc);
    step->inside = pc != machine_local_pc(r->machine, thread->l);
    const Program *program = r->job->program;
    const Proc *entry = &program->procs.at[machine_thread_proc(r->machine, thread->tid)];
    if (program->procs.at[program_proc_at(program, pc)].library && !entry->library) {
        step->proc = entry->name; /* a thread that begins or ends */
        step->pos = entry->pos;
    }
    step->context = r->context;
    step->values.len = step->texts.len = step->deeds.len = step->passes.len = 0;
    step->reads.len = 0;
}

static void record_deed(Replay *r, TraceStep *step, DeedKind kind, const Event *event)
{
    TraceDeed made = {kind, event->name, event->place};
    vec_each (TraceDeed, deed, &step->deeds)
        if (deed->kind == kind && deed_same_target(deed, &made))
            return;
    made.name = keep(r, event->name);
    vec_push(&step->deeds, made);
}

/* The event loop runs a task: that is what people want to see. */
static void describe_task(Replay *r, TraceStep *step, const Outcome *o)
{
    if (!o->taken.ix)
        return;
    const Proc *task = &r->job->program->procs.at[machine_task_proc(r->machine, o->taken)];
    step->proc = task->name;
    step->pos = task->pos;
}

/* An action is atomic, so only the last value of a variable counts. */
static void record_value(Replay *r, TraceStep *step, const Event *event)
{
    const char *value = keep(r, event->value);
    for (size_t i = step->values.len; i > 0; i--)
        if (strcmp(step->values.at[i - 1].name, event->name) == 0) {
            step->values.at[i - 1].value = value;
            return;
        }
    vec_push(&step->values, ((TraceValue){keep(r, event->name), value, event->place, event->text}));
}

static void record_call(Replay *r, const TraceStep *step, const Event *event)
{
    TraceCall call = {.thread = (uint32_t)event->number,
                      .call = keep(r, event->value),
                      .begin = r->call_events++,
                      .step = (uint32_t)step_number(r, step)};
    vec_push(&r->bug->calls, call);
}

static void record_return(Replay *r, const Event *event)
{
    for (size_t k = r->bug->calls.len; k-- > 0;) {
        TraceCall *call = &r->bug->calls.at[k];
        if (call->thread != event->number)
            continue;
        call->result = keep(r, event->value);
        call->end = r->call_events++;
        return;
    }
}

static void record_events(Replay *r, TraceStep *step, const Outcome *o)
{
    vec_each (Event, event, &o->events) {
        switch (event->kind) {
        case EVENT_WRITE:
        case EVENT_LOCAL:
            record_value(r, step, event);
            break;
        case EVENT_TEXT:
            vec_push(&step->texts, keep(r, event->value));
            break;
        case EVENT_PASSES:
            vec_push(&step->passes, ((TracePass){(uint32_t)event->place >> 2,
                                                 (PassKind)(event->place & 3), event->number}));
            break;
        case EVENT_WAITS:
            break;
        case EVENT_READS:
        case EVENT_WRITES:
        case EVENT_ACQUIRES:
        case EVENT_RELEASES:
        case EVENT_FORKS:
        case EVENT_JOINS:
        case EVENT_SENDS:
        case EVENT_RECEIVES:
        case EVENT_FREES:
        case EVENT_MISSES: /* ORDER DEED */
            record_deed(r, step, (DeedKind)(event->kind - EVENT_READS), event);
            break;
        case EVENT_CALLS:
            record_call(r, step, event);
            vec_push(&step->texts, arena_print(&r->job->arena, "calls %s", event->value));
            break;
        case EVENT_RETURNS:
            record_return(r, event);
            vec_push(&step->texts,
                     arena_print(&r->job->arena, "the call returns %s", event->value));
            break;
        }
    }
}

typedef struct Teller {
    Replay *r;
    TraceStep *step;
} Teller;

static void tell_older(void *self, const char *sentence)
{
    Teller *teller = self;
    vec_push(&teller->step->texts, keep(teller->r, sentence));
}

static void tell_read(void *self, const char *name, const OldValue *from, bool is_last)
{
    Teller *teller = self;
    vec_push(&teller->step->reads, ((TraceRead){keep(teller->r, name), from->step, !is_last}));
}

static void follow_memory(Replay *r, TraceStep *step, const Outcome *o)
{
    Teller teller = {r, step};
    OlderTold told = {&teller, tell_older, tell_read};
    if (r->bug->memory != MEMORY_SC)
        older_follow(&r->older, r->machine, r->job->program, &r->judge, o,
                     (uint32_t)step_number(r, step), &told);
}

/* The number of the action that wrote the value. */
static uint32_t find_writer(const Replay *r, const VisibleValues *values, const VisibleValue *value)
{
    uint32_t object = (uint32_t)(value->pointer >> 32), n = 0;
    if (object >= r->judge.names.len)
        return 0;
    uint64_t place = (uint64_t)r->judge.names.at[object] << 32 | (uint32_t)value->pointer;
    for (const VisibleValue *before = values->at; before < value; before++)
        n += before->waits && before->pointer == value->pointer &&
             before->thread.ix == value->thread.ix;
    const OldValue *old = value->waits ? older_find_waiting(&r->older, place, value->thread, n)
                                       : older_find(&r->older, place, value->behind);
    return old ? old->step : 0;
}

static void record_visible(Replay *r, TraceStep *step)
{
    VisibleValues values = {0};
    uint32_t live = 0;
    step->visible.len = 0;
    if (!r->scenes.wanted)
        return;
    each_live (t, &r->state)
        live++;
    machine_visible(r->machine, &r->state, &values);
    vec_each (VisibleValue, value, &values)
        vec_push(&step->visible,
                 ((TraceVisible){.name = keep(r, value->name),
                                 .value = keep(r, value->value),
                                 .readers = value->count == live ? "all" : keep(r, value->readers),
                                 .from = find_writer(r, &values, value),
                                 .waits = value->waits}));
    vec_free(&values);
}

/* Applies the outcome; *done if it ended the run with the promised error. */
static bool take(Replay *r, TraceStep *step, size_t index, const Outcome *o, bool *done)
{
    size_t n = step_number(r, step);
    describe_task(r, step, o);
    record_events(r, step, o);
    judge_note(&r->judge, r->state.threads.at[index].tid, o);
    vec_push(&r->deeds, (uint32_t)r->judge.deeds.len);
    follow_memory(r, step, o);
    r->choosing = NULL;
    switch (o->kind) {
    case OUTCOME_CHOICE:
        r->choosing = step->thread;
        state_apply(&r->state, index, o);
        return true;
    case OUTCOME_STEP:
    case OUTCOME_ENDED:
        state_apply(&r->state, index, o);
        return true;
    case OUTCOME_BLOCKED:
    case OUTCOME_IDLE:
        return refuse(r->why, "step %zu: thread %s has to wait", n, step->thread);
    case OUTCOME_CUT:
        return refuse(r->why, "step %zu: an assumption of thread %s fails", n, step->thread);
    case OUTCOME_WRONG:
        *done = true;
        r->raced = o->error == ERR_RACE;
        return confirm_error(r, o, step);
    }
    return refuse(r->why, "step %zu: no such outcome", n);
}

/* What the action touches at a place (line 0: anywhere); NULL: nothing. */
static const Touch *touch_at(const Replay *r, const Outcome *o, Pos pos)
{
    vec_each (Touch, touch, &o->touched)
        if (!pos.line || same_place(pos_at(r, touch->pc), pos))
            return touch;
    return NULL;
}

/* What the confirmation must know of each step; o NULL: it is the last one. */
static void note_claim(Replay *r, const StateThread *thread, const Outcome *o)
{
    bool asked = program_claim(r->job->program, PROPERTY_ACCESS) != NULL; /* stacks may be deep */
    vec_push(&r->inside, asked && machine_claimed_proc(r->machine, thread->l, thread->s));
    vec_push(&r->commits, o && touch_at(r, o, r->bug->commit));
}

static bool is_lasso(const Bug *bug)
{
    return error_info[bug->error].property & PROPERTY_LIVE;
}

static bool run_step(Replay *r, TraceStep *step, bool *done)
{
    size_t n = step_number(r, step);
    const StateThread *thread = find_thread(r, step->thread);
    if (!thread)
        return refuse(r->why, "step %zu: there is no thread %s", n, step->thread);
    if (!thread->l.ix)
        return refuse(r->why, "step %zu: thread %s has ended", n, step->thread);
    if (r->choosing && strcmp(r->choosing, step->thread) != 0)
        return refuse(r->why, "step %zu: thread %s must choose first", n, r->choosing);
    describe(r, step, thread);
    if (r->bug->inputs)
        machine_give(r->machine, step->choices.at, step->choices.len);
    machine_step(r->machine, thread->tid, r->state.g, thread->l, thread->s, &r->out);
    machine_give(r->machine, NULL, 0); /* not to the next one */
    const Outcome *o = find_outcome(r, step);
    if (!o)
        return refuse(r->why, "step %zu: thread %s cannot make these choices", n, step->thread);
    note_claim(r, thread, o);
    GlobalId before = r->state.g;
    bool ok = take(r, step, (size_t)(thread - r->state.threads.at), o, done);
    if (ok && !*done && r->out.len == 1 && !r->scenes.wanted && !is_lasso(r->bug))
        machine_go_on(r->machine, before, r->state.g);
    return ok;
}

/* Where a thread waits, and for what: of what it can do, it cannot do this. */
static TraceWaiter make_waiter(Replay *r, const StateThread *thread, const Outcome *o)
{
    uint32_t pc = machine_shown_pc(r->machine, machine_local_pc(r->machine, thread->l), thread->s);
    TraceWaiter waiter = {.thread = keep(r, machine_thread_name(r->machine, thread->tid)),
                          .entry = keep(r, machine_thread_entry(r->machine, thread->tid)),
                          .proc = proc_at(r, pc),
                          .pos = pos_at(r, pc)};
    vec_each (Event, event, &o->events)
        if (event->kind == EVENT_WAITS || event->kind == EVENT_READS)
            waiter.wants = (TraceDeed){.kind = event->kind == EVENT_READS ? DEED_READ
                                               : event->value             ? DEED_JOIN
                                                                          : DEED_ACQUIRE,
                                       .name = keep(r, event->name),
                                       .place = event->place};
    return waiter;
}

/* At the end of the run nobody can go on, and somebody waits who should not. */
static bool confirm_deadlock(Replay *r)
{
    Bug *bug = r->bug;
    bug->waiters.len = 0;
    const TraceWaiter *promised = NULL;
    each_live (t, &r->state) {
        const StateThread *thread = &r->state.threads.at[t];
        machine_step(r->machine, thread->tid, r->state.g, thread->l, thread->s, &r->out);
        const char *name = machine_thread_name(r->machine, thread->tid);
        OutcomeKind kind = r->out.all.at[0].kind;
        for (size_t k = 1; k < r->out.len; k++) /* memory may have choices before a thread waits */
            kind = r->out.all.at[k].kind == kind ? kind : OUTCOME_STEP;
        if (kind == OUTCOME_IDLE)
            continue;
        if (kind != OUTCOME_BLOCKED)
            return refuse(r->why, "no deadlock: thread %s can still run at the end", name);
        vec_push(&bug->waiters, make_waiter(r, thread, &r->out.all.at[0]));
    }
    vec_each (TraceWaiter, waiter, &bug->waiters) {
        if (!promised && (!bug->where.line || same_place(waiter->pos, bug->where)))
            promised = waiter;
    }
    if (!bug->waiters.len)
        return refuse(r->why, "no deadlock: no thread waits at the end");
    if (machine_may_wait(r->machine, r->state.g))
        return refuse(r->why, "no deadlock: the calls may wait, as they do one at a time");
    if (!promised)
        return refuse(r->why, "no thread waits at line %u at the end", bug->where.line);
    bug->where = promised->pos;
    bug->proc = promised->proc;
    bug->message = keep(r, bug->message ? bug->message : error_info[ERR_DEADLOCK].sentence);
    return true;
}

/* ---- hangs ---- */

static bool writes(const Outcome *o, const char *name)
{
    bool found = false;
    vec_each (Event, event, &o->events)
        found |= event->kind == EVENT_WRITES && event->name && strcmp(event->name, name) == 0;
    return found;
}

/* What it reads in its loop: rather what it asks than what it counts (`own`). */
static void note_loop(TraceWaiter *loop, TraceWaiter *before, const char **own,
                      const TraceWaiter *here, const Outcome *o)
{
    const char *name = here->wants.name;
    bool counts = name && *own && strcmp(name, *own) == 0;
    if (!loop->thread || (name && !counts)) {
        if (loop->wants.name && name && strcmp(name, loop->wants.name) != 0)
            *before = *loop;
        *loop = *here;
    }
    if (before->thread && loop->wants.name && writes(o, loop->wants.name)) {
        *own = loop->wants.name;
        *loop = *before;
        *before = (TraceWaiter){0};
    }
}

/* The thread is stuck: it runs on alone to where it waits, or round its loop. */
static TraceWaiter find_stuck(Replay *r, size_t index)
{
    enum { ROUNDS = 64 };
    State state = {0}, seen = {0};
    TraceWaiter found = {0}, loop = {0}, before = {0};
    const char *own = NULL;
    state_copy(&state, &r->state);
    for (int k = 0; k < ROUNDS && !found.thread; k++) {
        const StateThread *thread = &state.threads.at[index];
        if (k && state_equal(&state, &seen))
            break; /* the circle is closed */
        if (!(k & (k - 1)))
            state_copy(&seen, &state);
        state_step(r->machine, &state, index, &r->out);
        const Outcome *o = &r->out.all.at[0];
        TraceWaiter here = make_waiter(r, thread, o);
        if (!outcome_has_successor(o))
            found = here;
        else
            note_loop(&loop, &before, &own, &here, o);
        loop.loops = true;
        if (!outcome_has_successor(o))
            break;
        state_apply(&state, index, o);
        state_canonicalise(r->machine, &state);
    }
    state_free(&state);
    state_free(&seen);
    return found.thread ? found : loop;
}

static const char *describe_hang(Replay *r, const TraceWaiter *waiter, bool blocked)
{
    const char *name = waiter->wants.name;
    if (blocked && waiter->wants.kind == DEED_JOIN)
        return arena_print(&r->job->arena, "hang: thread %s (%s) waits for ever for the end of %s",
                           waiter->thread, waiter->entry, name);
    if (blocked)
        return arena_print(&r->job->arena, "hang: thread %s (%s) waits for ever%s%s",
                           waiter->thread, waiter->entry, name ? " for " : "", name ? name : "");
    return arena_print(&r->job->arena, "hang: thread %s (%s) runs in a loop for ever%s%s",
                       waiter->thread, waiter->entry, name ? ", reading " : "", name ? name : "");
}

/* At the end of the run somebody can never get on, whatever happens. */
static bool confirm_hang(Replay *r)
{
    Bug *bug = r->bug;
    bool whole;
    uint64_t stuck = check_stuck(r->machine, &r->state, r->job->options->daemon, &whole);
    const TraceWaiter *promised = NULL;
    bug->waiters.len = 0;
    each_live (t, &r->state)
        if (stuck >> r->state.threads.at[t].tid.ix % 64 & 1)
            vec_push(&bug->waiters, find_stuck(r, t));
    vec_each (TraceWaiter, waiter, &bug->waiters) {
        waiter->helpless = helper_describe(r->job, bug, waiter, r->machine, &r->state);
        bool here = !bug->where.line || same_place(waiter->pos, bug->where);
        if (here && (!promised || (promised->loops && !waiter->loops))) /* others wait for him */
            promised = waiter;
    }
    if (!bug->waiters.len)
        return refuse(r->why, "no hang: each thread can get on from the end of the run");
    if (!promised)
        return refuse(r->why, "no thread is stuck at line %u at the end", bug->where.line);
    bug->where = promised->pos;
    bug->proc = promised->proc;
    bug->message = describe_hang(r, promised, !promised->loops);
    return true;
}

/* ---- procedures that are not atomic ---- */

/* The outcome that begins with the choices of the last step and touches something where the bug
 * says. */
static const Outcome *find_split(const Replay *r, const TraceStep *last)
{
    for (size_t k = 0; k < r->out.len; k++) {
        const Outcome *o = &r->out.all.at[k];
        bool same = o->choices.len >= last->choices.len && touch_at(r, o, r->bug->where);
        for (size_t n = 0; same && n < last->choices.len; n++)
            same = o->choices.at[n] == last->choices.at[n];
        if (same)
            return o;
    }
    return NULL;
}

/* An earlier step of the same thread, with none in between that begins outside of the procedure. */
static bool has_committed(const Replay *r, const TraceStep *last)
{
    for (size_t k = r->bug->steps.len; k > 0; k--) {
        if (strcmp(r->bug->steps.at[k - 1].thread, last->thread) != 0)
            continue;
        if (!r->inside.at[k - 1])
            return false;
        if (r->commits.at[k - 1])
            return true;
    }
    return false;
}

static void push_action(Replay *r, const TraceStep *last, Pos pos)
{
    vec_push(&r->bug->waiters,
             ((TraceWaiter){last->thread, last->entry, r->bug->proc, pos, {0}, NULL, false}));
}

/* The last step is inside a procedure that is annotated as atomic, after another one in the same
 * execution that touched something, and touches something itself, while there are other threads.
 * That neither moves is what the discipline of the memory says that they touch: the engine's claim,
 * which is part of the message. */
static bool confirm_split(Replay *r, TraceStep *last)
{
    Bug *bug = r->bug;
    const StateThread *thread = find_thread(r, last->thread);
    if (!thread || !thread->l.ix || (r->choosing && strcmp(r->choosing, last->thread) != 0))
        return refuse(r->why, "the last step: thread %s cannot run", last->thread);
    describe(r, last, thread);
    note_claim(r, thread, NULL);
    const char *proc = machine_claimed_proc(r->machine, thread->l, thread->s);
    machine_step(r->machine, thread->tid, r->state.g, thread->l, thread->s, &r->out);
    const Outcome *o = find_split(r, last);
    if (!proc)
        return refuse(r->why, "the last step: thread %s is in no atomic procedure", last->thread);
    if (!o)
        return refuse(r->why, "the last step of thread %s touches nothing there", last->thread);
    if (r->state.threads.len < 2)
        return refuse(r->why, "there is no other thread");
    if (bug->commit.line && !has_committed(r, last))
        return refuse(r->why, "%s has done nothing yet at line %u", proc, bug->commit.line);
    record_events(r, last, o);
    const Touch *touch = touch_at(r, o, bug->where);
    bug->where = pos_at(r, touch->pc);
    bug->proc = proc_at(r, touch->pc);
    bug->message = arena_print(
        &r->job->arena, "%s is not atomic: after its transaction has committed at line %u, %s",
        proc, bug->commit.line, bug->reason ? bug->reason : "it goes on here");
    bug->waiters.len = 0;
    push_action(r, last, bug->commit);
    push_action(r, last, bug->where);
    return true;
}

/* ---- data races ---- */

typedef VEC(Touch) Touches;

static void next_touches(Replay *r, const StateThread *thread, Touches *touches)
{
    touches->len = 0;
    machine_step(r->machine, thread->tid, r->state.g, thread->l, thread->s, &r->out);
    for (size_t k = 0; k < r->out.len; k++)
        vec_each (Touch, touch, &r->out.all.at[k].touched)
            if (touch_may_race(touch, r->job->properties))
                vec_push(touches, *touch);
}

static void push_racer(Replay *r, const StateThread *thread, const Touch *touch)
{
    TraceWaiter racer = {.thread = keep(r, machine_thread_name(r->machine, thread->tid)),
                         .entry = keep(r, machine_thread_entry(r->machine, thread->tid)),
                         .proc = proc_at(r, touch->pc),
                         .pos = pos_at(r, touch->pc)};
    vec_push(&r->bug->waiters, racer);
}

static const char *how_touched(const Touch *touch)
{
    return touch->frees ? "frees" : touch->write ? "writes" : "reads";
}

static void describe_race(Replay *r, const Touch *a, const Touch *b)
{
    const Program *program = r->job->program;
    const char *region = a->region ? program->regions.at[a->region].name : "memory";
    r->bug->message =
        arena_print(&r->job->arena, "data race: thread %s %s %s while thread %s %s it",
                    r->bug->waiters.at[0].thread, how_touched(a), region,
                    r->bug->waiters.at[1].thread, how_touched(b));
    r->bug->where = pos_at(r, a->pc);
    r->bug->proc = proc_at(r, a->pc);
}

/* Two touches, one of each thread, that conflict; the first one at the promised place. */
static bool find_conflict(Replay *r, const StateThread *t, const Touches *a, const StateThread *u,
                          const Touches *b)
{
    vec_each (Touch, x, a)
        vec_each (Touch, y, b)
            if (touch_conflicts(x, y) &&
                (!r->bug->where.line || same_place(r->bug->where, pos_at(r, x->pc)))) {
                push_racer(r, t, x);
                push_racer(r, u, y);
                describe_race(r, x, y);
                return true;
            }
    return false;
}

/* At the end of the run two threads are about to touch the same memory. */
static bool confirm_race(Replay *r)
{
    Touches a = {0}, b = {0};
    bool found = false;
    r->bug->waiters.len = 0;
    each_live (t, &r->state) {
        if (found)
            break;
        const StateThread *first = &r->state.threads.at[t], *second;
        next_touches(r, first, &a);
        each_live (u, &r->state) {
            if (u == t || found)
                continue;
            second = &r->state.threads.at[u];
            next_touches(r, second, &b);
            found = find_conflict(r, first, &a, second, &b);
        }
    }
    vec_free(&a);
    vec_free(&b);
    return found || refuse(r->why, "no two threads touch the same memory at the end");
}

static bool run(Replay *r)
{
    r->bug->calls.len = 0;
    machine_initial(r->machine, &r->out);
    if (r->out.len != 1)
        return refuse(r->why, "there is no initial state");
    const Outcome *initial = &r->out.all.at[0];
    if (initial->kind == OUTCOME_WRONG)
        return confirm_error(r, initial, NULL);
    state_initial(r->machine, initial, &r->state);
    scene_record(&r->scenes, r->machine, &r->state, &r->bug->scene);
    bool done = false;
    if (is_lasso(r->bug))
        lasso_note(&r->lasso, &r->state);
    vec_each (TraceStep, step, &r->bug->steps) {
        if (r->bug->error == ERR_NOT_ATOMIC && step_number(r, step) == r->bug->steps.len)
            return confirm_split(r, step);
        if (is_lasso(r->bug) && find_thread(r, step->thread))
            lasso_move(&r->lasso, find_thread(r, step->thread)->tid);
        if (!run_step(r, step, &done))
            return false;
        if (is_lasso(r->bug)) {
            state_canonicalise(r->machine, &r->state);
            lasso_note(&r->lasso, &r->state);
        }
        if (!done)
            scene_record(&r->scenes, r->machine, &r->state, &step->scene);
        if (!done)
            record_visible(r, step);
    }
    if (done)
        return true;
    if (r->choosing)
        return refuse(r->why, "the run ends before thread %s has chosen", r->choosing);
    if (is_lasso(r->bug))
        return lasso_confirm(&r->lasso, r->machine, r->job, r->bug, r->why);
    if (r->bug->error == ERR_RACE)
        return confirm_race(r);
    if (r->bug->error == ERR_HANG)
        return confirm_hang(r);
    if (r->bug->error != ERR_DEADLOCK)
        return refuse(r->why, "the run ends without '%s'", error_info[r->bug->error].key);
    return confirm_deadlock(r);
}

/* The other access of a data race is that deed of the run. */
static void tell_race(Replay *r)
{
    static const RaceDeed deeds[] = {
        [ACCESS_READ] = RACE_READ,   [ACCESS_WRITE] = RACE_WRITE, [ACCESS_UPDATE] = RACE_WRITE,
        [ACCESS_ALLOC] = RACE_ALLOC, [ACCESS_FREE] = RACE_FREE,
    };
    const Program *program = r->job->program;
    const Deed *deed = &r->judge.deeds.at[r->judge.raced - 1];
    uint32_t pc = deed->access.shown;
    bool library = program->procs.at[program_proc_at(program, pc)].library;
    size_t step = 0;
    while (r->deeds.at[step] < r->judge.raced)
        step++;
    r->bug->earlier.step = step + 1;
    r->bug->earlier.where = library ? r->bug->steps.at[step].pos : pos_at(r, pc);
    r->bug->earlier.deed = deeds[deed->access.deed];
}

/* Memory may do what it did, and what is called a data race is one. */
static bool is_allowed(Replay *r)
{
    MemoryKind memory = r->bug->memory;
    if (!judge_knows(memory))
        return true;
    r->bug->unjudged = judge_is_too_long(&r->judge);
    if (!r->raced)
        return judge_run(&r->judge, memory, r->why);
    if (!judge_race(&r->judge, memory, r->why))
        return false;
    tell_race(r);
    return true;
}

bool check_knows_memory(MemoryKind kind)
{
    return kind == MEMORY_SC || machine_memory(kind);
}

bool check_replay(Job *job, Bug *bug, char *why, size_t size)
{
    MachineOptions options = {
        .memory = machine_memory(bug->memory),
        .history = (uint32_t)job->options->history,
        .number_threads = job->options->zing_counting,
        .most_calls = bug->error == ERR_STACK ? job_most_calls(job) : 0,
        .predicates = (job->properties & PROPERTY_ACCESS) != 0,
        .record = true,
        .track_owners = bug->error == ERR_HANG || is_lasso(bug),
        .inputs = bug->inputs,
        .rounds = bug->rounds,
        .watched = {is_lasso(bug) ? job->options->condition : NULL,
                    is_lasso(bug) ? job->options->ltl : NULL},
    };
    Replay r = {
        .job = job,
        .bug = bug,
        .machine = machine_new(job->program, options),
        .scenes = {.job = job, .wanted = *job->options->html != 0},
        .why = {why, size},
    };
    bool ok = run(&r) && is_allowed(&r);
    lasso_free(&r.lasso);
    judge_free(&r.judge);
    older_free(&r.older);
    vec_free(&r.deeds);
    vec_free(&r.inside);
    vec_free(&r.commits);
    state_free(&r.state);
    scene_recorder_free(&r.scenes);
    outcomes_free(&r.out);
    machine_free(r.machine);
    return ok;
}
