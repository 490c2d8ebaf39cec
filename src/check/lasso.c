/* lasso.c -- see lasso.h.
 *
 * The formula is evaluated on the word of the run by its meaning, place by place, and fairness by what threads can do in
 * the states of the round: no automaton, no components. */
#include "check/lasso.h"

#include "ltl/ltl.h"
#include "machine/promise.h"
#include "machine/condition.h"
#include "machine/part.h"
#include "machine/schedule.h"

typedef struct Taken {
    uint32_t tid;
    uint64_t from, to; /* where the thread stands, and where it goes to */
} Taken;

typedef struct Lasso {
    LassoCheck *check;
    Machine *m;
    Job *job;
    Bug *bug;
    size_t first, end; /* states of the round; they are the same if the last state lasts */
    uint64_t moved;
    VEC(Taken) possible; /* in the round, of those that are to be taken */
    VEC(Taken) taken;
    VEC(uint64_t) shown; /* of the round's states: who does something that others see */
    VEC(bool) returned;  /* ... and whether a call of a claimed function returns */
    Outcomes out;
} Lasso;

void lasso_note(LassoCheck *check, const State *state)
{
    State copy = {0};
    state_copy(&copy, state);
    vec_push(&check->states, copy);
}

void lasso_move(LassoCheck *check, Tid tid)
{
    vec_push(&check->movers, tid);
}

void lasso_free(LassoCheck *check)
{
    vec_each (State, state, &check->states)
        state_free(state);
    vec_free(&check->states);
    vec_free(&check->movers);
}

static uint64_t bit_of(uint32_t tid)
{
    return (uint64_t)1 << tid % 64;
}

/* It reads an atomic, and writes it. */
static bool is_update(const Outcome *o)
{
    bool update = false;
    for (size_t k = 0; k < o->touched.len; k++)
        for (size_t n = 0; n < k; n++) {
            const Touch *read = &o->touched.at[n], *write = &o->touched.at[k];
            bool data = read->kind == TOUCH_DATA && write->kind == TOUCH_DATA;
            update |= data && read->atomic && write->atomic && !read->write && write->write &&
                      read->object == write->object && read->offset == write->offset;
        }
    return update;
}

static bool shows(Machine *m, const Outcome *o)
{
    bool found = o->shows || o->kind == OUTCOME_ENDED;
    vec_each (Touch, touch, &o->touched)
        found = found || ((touch->kind != TOUCH_DATA || machine_layout(m, touch->object)) &&
                          machine_will_change(m, touch));
    return found;
}

/* ---- the end of a run that does not go on ---- */

static bool is_exit(const Program *program, uint32_t pc)
{
    while (program->code.at[pc].op == OP_POINT)
        pc++;
    const Instr *i = &program->code.at[pc];
    return i->op == OP_ASSUME && i->a < 0 && !program->constants.at[~i->a];
}

/* Nobody can go on, or somebody ends the process: then nobody is left. */
static bool lasts(Lasso *x, Why why)
{
    State *last = &vec_last(&x->check->states);
    bool exits = false, goes_on = false;
    each_live (t, last) {
        const StateThread *thread = &last->threads.at[t];
        state_step(x->m, last, t, &x->out);
        for (size_t k = 0; k < x->out.len; k++) {
            OutcomeKind kind = x->out.all.at[k].kind;
            exits |=
                kind == OUTCOME_CUT && is_exit(x->job->program, machine_local_pc(x->m, thread->l));
            exits |= kind == OUTCOME_WRONG && x->out.all.at[k].error == ERR_ABORTED;
            goes_on |= kind != OUTCOME_BLOCKED && kind != OUTCOME_IDLE && kind != OUTCOME_CUT;
        }
    }
    if (goes_on && !exits)
        return refuse(why, "the run can go on at the end");
    if (exits) {
        State ended = {0};
        state_copy(&ended, last);
        each_thread (t, &ended)
            ended.threads.at[t] = (StateThread){.tid = ended.threads.at[t].tid};
        vec_push(&x->check->states, ended);
    }
    x->first = x->end = x->check->states.len - 1;
    return true;
}

/* ---- fairness ---- */

static void look_at(Lasso *x, size_t place, uint64_t *can, uint64_t *cannot)
{
    const State *state = &x->check->states.at[place];
    bool strong = strcmp(x->job->options->fairness, "strong") == 0;
    ptrdiff_t only = state_chooser(x->m, state);
    uint64_t live = 0;
    each_live (t, state)
        live |= bit_of(state->threads.at[t].tid.ix);
    *can = 0;
    *cannot = ~live;
    each_turn (t, state, only) {
        const StateThread *thread = &state->threads.at[t];
        bool runs = false, waits = false;
        state_step(x->m, state, t, &x->out);
        for (size_t k = 0; k < x->out.len; k++) {
            const Outcome *o = &x->out.all.at[k];
            runs |= outcome_has_successor(o);
            waits |= o->kind == OUTCOME_BLOCKED || o->kind == OUTCOME_IDLE;
            if (outcome_has_successor(o) && (strong ? !o->choices.len : is_update(o)))
                vec_push(&x->possible,
                         ((Taken){thread->tid.ix, (uint64_t)thread->l.ix << 32 | thread->s.ix,
                                  (uint64_t)o->l.ix << 32 | o->s.ix}));
        }
        *(runs ? can : waits ? cannot : can) |= bit_of(thread->tid.ix);
    }
}

/* The step of the round from this state: what was done, and whether others see it. */
static void follow(Lasso *x, size_t place)
{
    const State *state = &x->check->states.at[place], *next = &x->check->states.at[place + 1];
    Tid tid = x->check->movers.at[place];
    ptrdiff_t index = state_find(state, tid);
    uint64_t shown = 0;
    bool returned = true;
    State after = {0};
    state_step(x->m, state, (size_t)index, &x->out);
    machine_open(x->m, state->g);
    VEC(bool) sees = {0};
    for (size_t k = 0; k < x->out.len; k++)
        vec_push(&sees, shows(x->m, &x->out.all.at[k]));
    for (size_t k = 0; k < x->out.len; k++) {
        const Outcome *o = &x->out.all.at[k];
        if (!outcome_has_successor(o))
            continue;
        state_copy(&after, state);
        state_apply(&after, (size_t)index, o);
        state_canonicalise(x->m, &after);
        if (!state_equal(&after, next))
            continue;
        const StateThread *thread = &state->threads.at[index];
        vec_push(&x->taken, ((Taken){tid.ix, (uint64_t)thread->l.ix << 32 | thread->s.ix,
                                     (uint64_t)o->l.ix << 32 | o->s.ix}));
        shown |= sees.at[k] ? bit_of(tid.ix) : 0;
        returned &= promise_returned(x->m, k);
    }
    vec_push(&x->shown, shown);
    vec_push(&x->returned, returned);
    x->moved |= bit_of(tid.ix);
    vec_free(&sees);
    state_free(&after);
}

static bool is_taken(const Lasso *x, const Taken *possible)
{
    vec_each (Taken, taken, &x->taken)
        if (taken->tid == possible->tid && taken->from == possible->from &&
            taken->to == possible->to)
            return true;
    return false;
}

static bool is_fair(Lasso *x, Why why)
{
    const char *kind = x->job->options->fairness;
    uint64_t can, cannot, ever = 0, not_ever = 0;
    bool weak = strcmp(kind, "weak") == 0;
    for (size_t k = x->first; k < x->end; k++)
        follow(x, k);
    if (strcmp(kind, "none") == 0 || x->first == x->end)
        return true;
    for (size_t k = x->first; k < x->end; k++) {
        look_at(x, k, &can, &cannot);
        ever |= can;
        not_ever |= cannot;
    }
    if (~(x->moved | not_ever))
        return refuse(why, "the round is not fair: a thread can run all the time, and does not");
    if (!weak && ever & ~x->moved)
        return refuse(why, "the round is not fair: a thread can run again and again, and does not");
    vec_each (Taken, possible, &x->possible)
        if (!weak && !is_taken(x, possible))
            return refuse(
                why,
                "the round is not fair: an action is possible again and again, and is not taken");
    return true;
}

/* ---- what is broken ---- */

static bool breaks_formula(Lasso *x, const char *text, Why why)
{
    Ltl ltl = {0};
    VEC(uint64_t) letters = {0};
    size_t len = x->first == x->end ? x->end + 1 : x->end;
    bool ends = x->bug->error == ERR_NO_END;
    const char *wrong = ltl_parse(&ltl, text);
    Conditions conditions = {.m = x->m,
                             .definitions = x->job->options->condition,
                             .atoms = ltl.atoms.at,
                             .count = ltl.atoms.len};
    for (size_t k = 0; k < len; k++)
        vec_push(&letters, conditions_of(&conditions, &x->check->states.at[k]));
    bool broken = !wrong && !conditions.why &&
                  ltl_holds(&ltl, ltl_normal(&ltl, ltl.root, true), letters.at, len, x->first);
    vec_free(&letters);
    conditions_free(&conditions);
    ltl_free(&ltl);
    if (!broken)
        return refuse(why, "the run keeps the formula");
    if (x->first == x->end)
        x->bug->message =
            ends ? "the program need not come to an end: nobody can go on, and somebody waits"
                 : arena_print(&x->job->arena, "a run that comes to an end breaks the formula: %s",
                               text);
    else
        x->bug->message =
            ends ? "the program need not come to an end: a fair run goes round for ever"
                 : arena_print(&x->job->arena,
                               "a run that goes round for ever breaks the formula: %s", text);
    return true;
}

/* ---- claims of progress ---- */

/* Threads inside a claimed function in every state of the round. */
static uint64_t always_inside(Lasso *x, const Promise *promise)
{
    uint64_t inside = promise_inside(promise, x->m, &x->check->states.at[x->first]);
    for (size_t k = x->first; k < x->end; k++)
        inside &= promise_inside(promise, x->m, &x->check->states.at[k]);
    return inside;
}

/* The thread can do nothing but wait. */
static bool waits_at_end(Lasso *x, uint64_t inside)
{
    const State *last = &vec_last(&x->check->states);
    each_live (t, last) {
        bool waits = inside & bit_of(last->threads.at[t].tid.ix);
        state_step(x->m, last, t, &x->out);
        for (size_t k = 0; k < x->out.len; k++)
            waits &= x->out.all.at[k].kind == OUTCOME_BLOCKED;
        if (waits)
            return true;
    }
    return false;
}

/* Who runs inside in the round, and whose call does not return there. */
static bool goes_round_inside(Lasso *x, const Promise *promise)
{
    uint64_t inside = always_inside(x, promise), returned = 0, ran = 0;
    for (size_t k = x->first; k < x->end; k++) {
        uint64_t mover = bit_of(x->check->movers.at[k].ix);
        returned |= x->returned.at[k - x->first] ? mover : 0;
        ran |= mover & promise_inside(promise, x->m, &x->check->states.at[k]);
    }
    if (promise->kind == PROMISE_LOCKFREE)
        return ran && !returned;
    return inside & ~returned & (promise->kind == PROMISE_WAITFREE ? ran : ~(uint64_t)0);
}

static bool breaks_claim(Lasso *x, const Promise *promise, const char *text, bool stands, Why why)
{
    uint64_t inside = promise_inside(promise, x->m, &vec_last(&x->check->states));
    bool waits = stands &&
                 (promise->kind == PROMISE_STARVATIONFREE
                      ? lasts(x, why) && promise_inside(promise, x->m, &vec_last(&x->check->states))
                      : waits_at_end(x, inside));
    if (!waits && (stands || !goes_round_inside(x, promise)))
        return refuse(why, "the functions make the progress that is claimed");
    x->bug->message = arena_print(
        &x->job->arena, "the program breaks its promise: %s: %s", text,
        waits ? "a thread waits inside, and does not get on if the others do not run"
        : promise->kind == PROMISE_LOCKFREE ? "threads run inside for ever, and no call returns"
                                            : "a call goes on for ever");
    return true;
}

/* One of the questions. */
static bool breaks_question(Lasso *x, const char *text, bool stands, Why why)
{
    Promise promise;
    if (promise_read(&promise, x->job->program, text, &x->job->arena)) {
        promise_free(&promise);
        return refuse(why, "the program has no such function");
    }
    if (promise.kind)
        promise_watch(&promise, x->m);
    x->end = stands ? x->check->states.len - 1 : x->bug->steps.len;
    x->first = stands ? x->end : x->bug->round - 1;
    x->shown.len = x->returned.len = x->possible.len = x->taken.len = 0;
    x->moved = 0;
    bool unfair = promise.kind == PROMISE_LOCKFREE || promise.kind == PROMISE_WAITFREE;
    bool ok = promise.kind || !stands || lasts(x, why);
    for (size_t k = x->first; unfair && k < x->end; k++)
        follow(x, k);
    ok = ok && (unfair || is_fair(x, why));
    ok = ok && (promise.kind ? breaks_claim(x, &promise, text, stands, why)
                             : breaks_formula(x, text, why));
    promise_free(&promise);
    return ok;
}

static bool breaks_some(Lasso *x, bool stands, Why why)
{
    const char *text;
    if (x->bug->error == ERR_NO_END)
        return breaks_question(x, "F end", stands, why);
    for (size_t k = 0; (text = promise_question(x->job->options->ltl, k, &x->job->arena)); k++)
        if (breaks_question(x, text, stands, why))
            return true;
    return false;
}

static bool is_daemon(const Lasso *x, const char *entry)
{
    const char *list = x->job->options->daemon;
    size_t len = strlen(entry);
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == len && strncmp(at, entry, len) == 0)
            return true;
    return false;
}

/* It waits for the end of another one in a state of the round. */
static bool waits_for_end(Lasso *x, Tid tid)
{
    bool waits = false;
    for (size_t k = x->first; k < x->end; k++) {
        const State *state = &x->check->states.at[k];
        ptrdiff_t index = state_find(state, tid);
        if (index < 0 || !state_is_live(state, (size_t)index))
            return true;
        if (state_chooser(x->m, state) >= 0)
            continue;
        state_step(x->m, state, (size_t)index, &x->out);
        for (size_t n = 0; n < x->out.len; n++)
            waits |= x->out.all.at[n].kind == OUTCOME_BLOCKED && x->out.all.at[n].awaits;
    }
    return waits && !(x->moved & bit_of(tid.ix));
}

static bool breaks_progress(Lasso *x, Why why)
{
    uint64_t shown = 0;
    vec_each (uint64_t, at, &x->shown)
        shown |= *at;
    if (x->first == x->end)
        return refuse(why, "the run does not go on");
    const State *state = &x->check->states.at[x->first];
    each_live (t, state) {
        Tid tid = state->threads.at[t].tid;
        const char *entry = machine_thread_entry(x->m, tid);
        if (shown & bit_of(tid.ix) || is_daemon(x, entry) || waits_for_end(x, tid))
            continue;
        uint32_t pc = machine_shown_pc(x->m, machine_local_pc(x->m, state->threads.at[t].l),
                                       state->threads.at[t].s);
        const Program *program = x->job->program;
        x->bug->where = program->pos.at[pc];
        x->bug->proc = program->procs.at[program_proc_at(program, pc)].name;
        x->bug->message =
            arena_print(&x->job->arena, "livelock: thread %s (%s) makes no progress, for ever",
                        machine_thread_name(x->m, tid), entry);
        return true;
    }
    return refuse(why, "every thread makes progress");
}

static void find_place(Lasso *x)
{
    Bug *bug = x->bug;
    size_t k = bug->round <= bug->steps.len ? bug->round - 1 : bug->steps.len - 1;
    if (!bug->steps.len)
        return;
    bug->where = bug->steps.at[k].pos;
    bug->proc = bug->steps.at[k].proc;
}

bool lasso_confirm(LassoCheck *check, Machine *m, Job *job, Bug *bug, Why why)
{
    Lasso x = {.check = check, .m = m, .job = job, .bug = bug};
    bool ok, stands = bug->round == bug->steps.len + 1;
    if (!bug->round || bug->round > bug->steps.len + 1)
        return refuse(why, "the trace does not say which of its steps repeat");
    if (!stands && !state_equal(&check->states.at[bug->round - 1], &vec_last(&check->states)))
        return refuse(why, "the run does not come back to where it was before step %u", bug->round);
    if (bug->error == ERR_LIVELOCK) {
        x.first = bug->round - 1;
        x.end = bug->steps.len;
        ok = (!stands || lasts(&x, why)) && is_fair(&x, why) && breaks_progress(&x, why);
    } else
        ok = breaks_some(&x, stands, why);
    if (ok && bug->error != ERR_LIVELOCK)
        find_place(&x);
    outcomes_free(&x.out);
    vec_free(&x.possible);
    vec_free(&x.taken);
    vec_free(&x.shown);
    vec_free(&x.returned);
    return ok;
}
