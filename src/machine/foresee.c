/* foresee.c -- for which threads the running one is sure to wait, before it does anything else that
 * a memory model is told of; and whether it does anything else at all.
 *
 * What a thread knew at its end goes to whoever waits for it.  Who does nothing but wait, for this
 * one and others, may as well know it when the other one ends: nobody can tell.  A model that gives
 * it to him then need not keep, in each state, what each of the ended threads knew (doc/theory.md).
 *
 * After a step the thread is run on, in a store that is thrown away: through its registers, objects
 * that nobody else can reach, and the ends of threads, as if those that still run had ended.  It
 * stops at whatever else there is.  So all that it does will be done, if it comes so far at all: it
 * may have to wait for ever.  The result of a thread that has not ended is not known: it stops where
 * that would be looked at. */
#include "flow/live.h"
#include "machine/memory.h"

enum { LONGEST = 4000 }; /* instructions */

/* ---- the program ---- */

/* Nobody gets past it. */
static bool stops(const Machine *m, uint32_t pc)
{
    const Instr *i = &m->program->code.at[pc];
    switch (i->op) {
    case OP_FENCE:
    case OP_FORK:
    case OP_POST:
    case OP_TAKE:
    case OP_CHOOSE:
        return true;
    case OP_POINT: /* with a fence, see do_POINT */
        return i->flags != 0;
    default:
        return address_may_choose(m->program, i) ||
               (i->flags & FLAG_ATOMIC && !m->program->procs.at[m->facts.proc_of.at[pc]].library);
    }
}

static bool update_near(Machine *m, uint32_t pc, Successors *next)
{
    Foreseen *f = &m->foreseen;
    const Instr *i = &m->program->code.at[pc];
    bool near = i->op == OP_JOIN;
    if (f->near.at[pc] || stops(m, pc))
        return false;
    flow_successors(m->program, pc, next);
    vec_each (uint32_t, to, next)
        near |= f->near.at[*to];
    if (i->op == OP_CALL)
        near |= f->near.at[m->program->procs.at[i->other].begin];
    if (i->op == OP_RETURN)
        near |= f->returns.at[m->facts.proc_of.at[pc]];
    if (near && pc && m->program->code.at[pc - 1].op == OP_CALL)
        f->returns.at[m->program->code.at[pc - 1].other] = true;
    f->near.at[pc] = near;
    return near;
}

/* From which places a thread may get to its end, or to where it waits for that of another one. */
static void study(Machine *m)
{
    Foreseen *f = &m->foreseen;
    Successors next = {0};
    f->studied = true;
    vec_resize(&f->near, m->program->code.len);
    vec_resize(&f->joins, m->program->procs.len);
    vec_resize(&f->returns, m->program->procs.len);
    for (uint32_t pc = 0; pc < m->program->code.len; pc++)
        if (m->program->code.at[pc].op == OP_JOIN)
            f->joins.at[m->facts.proc_of.at[pc]] = true;
        else if (m->program->code.at[pc].op == OP_FORK)
            f->returns.at[m->program->code.at[pc].other] = true;
    vec_each (Thread, thread, &m->program->threads)
        f->returns.at[thread->proc] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t pc = (uint32_t)m->program->code.len; pc-- > 0;)
            changed |= update_near(m, pc, &next);
    }
    vec_free(&next);
}

void foresee_free(Machine *m)
{
    vec_free(&m->foreseen.near);
    vec_free(&m->foreseen.joins);
    vec_free(&m->foreseen.returns);
    vec_free(&m->foreseen.tids);
    vec_free(&m->foreseen.unknown);
}

/* ---- results that nobody knows yet ---- */

static bool is_unknown(const Machine *m, Ref ref)
{
    vec_each (Ref, unknown, &m->foreseen.unknown)
        if (*unknown == ref)
            return true;
    return false;
}

static bool has_unknown(const Machine *m, const Instr *i)
{
    const List *list = &m->program->lists.at[i->list];
    for (const char *c = op_info[i->op].shape; *c; c++)
        if (strchr("aAf", *c) ? is_unknown(m, i->a) : strchr("bBi", *c) && is_unknown(m, i->b))
            return true;
        else if (*c == 'l' || *c == 'g')
            for (uint32_t k = 0; k < list->len; k += *c == 'g' ? 2 : 1)
                if (is_unknown(m, list->at[k]))
                    return true;
    return false;
}

/* What the caller gets. */
static void return_unknown(Machine *m, const Instr *i)
{
    const List *values = &m->program->lists.at[i->list];
    const Instr *call = NULL;
    uint64_t which = 0;
    for (uint32_t k = 0; k < values->len && k < 64; k++)
        which |= (uint64_t)is_unknown(m, values->at[k]) << k;
    m->foreseen.unknown.len = 0;
    machine_act(m, i);
    if (which && m->status == RUNNING)
        call = &m->program->code.at[m->pc - 1];
    for (uint32_t k = 0; call && k < m->program->lists.at[call->dsts].len; k++)
        if (k < 64 && which >> k & 1)
            vec_push(&m->foreseen.unknown, m->program->lists.at[call->dsts].at[k]);
}

bool foresee_result(Machine *m, const Instr *i)
{
    if (!m->foreseen.on)
        return false;
    m->regs[i->dst] = 0;
    vec_push(&m->foreseen.unknown, (Ref)i->dst);
    return true;
}

bool foresee_join(Machine *m, uint32_t tid)
{
    if (m->foreseen.on)
        vec_push(&m->foreseen.tids, tid);
    return m->foreseen.on;
}

/* ---- the run ---- */

static void on_begin(void *self, bool at_choice)
{
    (void)self, (void)at_choice;
}

/* The library's sets of threads that were waited for: others change them only to fail. */
static bool is_of_join(const Machine *m)
{
    const Instr *i = &m->program->code.at[m->pc - 1];
    return memory_is_library(m, i) && !instr_synchronises(i) &&
           m->foreseen.joins.at[m->facts.proc_of.at[m->pc - 1]];
}

static bool on_touch(void *self, const Touch *touch)
{
    Machine *m = self;
    return touch->kind == TOUCH_JOIN ||
           (touch->kind == TOUCH_DATA &&
            (machine_owner(m, touch->object) == m->tid.ix + 1 || is_of_join(m)));
}

static bool on_point(void *self, uint32_t pc)
{
    (void)self, (void)pc;
    return false;
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

static void run_on(Machine *m)
{
    m->status = RUNNING;
    for (int k = 0; k < LONGEST && m->status == RUNNING && !m->choosing.choice; k++) {
        const Instr *i = &m->program->code.at[m->pc];
        bool some = m->foreseen.unknown.len > 0;
        bool moves = some && i->op == OP_MOV && is_unknown(m, i->a);
        if (stops(m, m->pc) ||
            (some && (i->op == OP_CALL || i->op == OP_CALLPTR || i->op == OP_THROW)) ||
            (some && i->op != OP_RETURN && !moves && has_unknown(m, i)))
            return;
        m->pc++;
        if (i->op == OP_RETURN)
            return_unknown(m, i);
        else
            machine_act(m, i);
        if (moves)
            vec_push(&m->foreseen.unknown, (Ref)i->dst);
        m->run.fresh = false;
    }
}

static void dream(Machine *m, const Outcome *o)
{
    Watcher watcher = {.self = m,
                       .begin = on_begin,
                       .touch = on_touch,
                       .point = on_point,
                       .stuck = on_stuck,
                       .waits = on_waits,
                       .first = on_first,
                       .circle = on_waits};
    Foreseen *f = &m->foreseen;
    f->tids.len = f->unknown.len = 0;
    f->on = true;
    m->watcher = &watcher;
    m->choosing.choices.len = 0;
    run_start(m, o->l, o->s);
    run_on(m);
    f->ends = m->status == FINISHED;
    m->choosing.choices.len = 0;
    m->watcher = NULL;
    f->on = false;
    store_undo(m);
}

void foresee(Machine *m, Outcomes *out)
{
    if (!m->foreseen.studied)
        study(m);
    for (size_t k = 0; k < out->len; k++) {
        Outcome *o = &out->all.at[k];
        if (o->kind != OUTCOME_STEP || !m->foreseen.near.at[machine_local_pc(m, o->l)] ||
            !store_thread(m, m->tid.ix))
            continue;
        store_load(m, o->g);
        dream(m, o);
        if (!m->foreseen.tids.len && !m->foreseen.ends)
            continue;
        m->model->expect(m, m->foreseen.tids.at, (uint32_t)m->foreseen.tids.len, m->foreseen.ends);
        o->g = store_intern(m);
        o->renames |= m->facts.has_heap;
        store_undo(m);
    }
}
