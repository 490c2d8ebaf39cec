/* step.c -- executing the method, action by action.
 *
 * An action runs from a boundary (a point of the source) to the next ones; inside it paths fork and
 * join.  For the check of access predicates each action is translated as the paper's =>acc says:
 *
 *   EA*; assume P; assert A_V; S
 *
 * What P reads is judged when P is known to hold: see touch.c.
 *
 * EA* is put off until the action touches memory.  For the check of performs, abs.c says what
 * happens before and after each action. */
#include "engine/prove/step/step.h"

#include "engine/prove/abs/abs.h"
#include "engine/prove/abs/stop.h"
#include "engine/prove/access/access.h"
#include "engine/prove/cell/storage.h"
#include "engine/prove/loop/loop.h"
#include "engine/prove/method/state.h"
#include "engine/prove/method/value.h"
#include "engine/prove/model.h"
#include "engine/prove/step/invariant.h"

/* ---- operands and places ---- */

Sym step_operand(Attempt *f, const State *s, uint32_t code, Ref ref, Type type)
{
    const Code *c = &f->flat.code.at[code];
    assert(ref != NO_REF);
    if (ref >= 0)
        return s->regs[f->flat.frames.at[c->frame].base + (uint32_t)ref];
    return value_constant(f, f->program->constants.at[~ref], type);
}

void step_set(Attempt *f, State *s, uint32_t code, int32_t reg, Sym value)
{
    const Code *c = &f->flat.code.at[code];
    assert(reg < 0 || f->flat.frames.at[c->frame].base + (uint32_t)reg < f->flat.registers);
    if (reg >= 0)
        s->regs[f->flat.frames.at[c->frame].base + (uint32_t)reg] = value;
}

Type step_register_type(const Attempt *f, uint32_t code, int32_t reg)
{
    const Code *c = &f->flat.code.at[code];
    return f->program->procs.at[f->flat.frames.at[c->frame].proc].registers.at[reg].type;
}

void step_settle(Attempt *f, State *s, uint32_t code)
{
    if (!f->abs && s->dirty)
        access_environment(f, s, code);
}

/* ---- waiting ---- */

void step_wait(Attempt *f, State *s, Term condition)
{
    if (s->trial)
        s->trial->goes =
            term_and(&f->terms, s->trial->goes, term_implies(&f->terms, s->path, condition));
    state_assume(f, s, condition);
}

/* ---- claims ---- */

static Term claimed(Attempt *f, State *s, uint32_t code)
{
    const Instr *i = f->flat.code.at[code].instr;
    List list = f->program->lists.at[i->list];
    const Proc *proc = &f->program->procs.at[i->other];
    Sym *args = arena_array(&f->arena, Sym, list.len + 1);
    Term result;
    step_settle(f, s, code);
    for (uint32_t k = 0; k < list.len; k++)
        args[k] = step_operand(f, s, code, list.at[k], proc->registers.at[k].type);
    if (!pure_test(f, i->other, args, s->now, s->now, &result))
        give_up(f, code, "an annotation uses something that cannot be proved yet");
    return result;
}

/* `again`: after a round of the loop that it stands in, and not before the first one. */
static void do_claim(Attempt *f, State *s, uint32_t code, bool again)
{
    const Instr *i = f->flat.code.at[code].instr;
    Term cond = claimed(f, s, code);
    if (f->abs)
        state_assume(f, s, cond); /* proved by the other check */
    else
        oblige(f, s, OBLIGE_CLAIM, cond, code, again, f->program->strings.at[i->target]);
}

void step_claims(Attempt *f, State *s, uint32_t head, ClaimUse use)
{
    for (uint32_t code = head + 1; code < f->flat.code.len; code++) {
        const Instr *i = f->flat.code.at[code].instr;
        if (i->op == OP_SELF)
            step_set(f, s, code, i->dst, (Sym){.t = f->tid});
        else if (i->op == OP_CLAIM && use == CLAIM_ASSUME)
            state_assume(f, s, claimed(f, s, code));
        else if (i->op == OP_CLAIM)
            do_claim(f, s, code, use == CLAIM_AGAIN);
        else
            return;
    }
}

/* ---- calls and threads ---- */

static void enter_call(Attempt *f, State *s, uint32_t code)
{
    const Instr *i = f->flat.code.at[code].instr;
    List list = f->program->lists.at[i->list];
    uint32_t to = f->flat.next.at[f->flat.code.at[code].first];
    const FlatFrame *frame = &f->flat.frames.at[f->flat.code.at[to].frame];
    assert(f->flat.code.at[code].kind == CODE_ENTER && f->flat.code.at[frame->call].instr == i);
    const Proc *callee = &f->program->procs.at[frame->proc];
    Sym *values = arena_array(&f->arena, Sym, list.len + 1);
    for (uint32_t k = 0; k < list.len; k++)
        values[k] = step_operand(f, s, code, list.at[k], callee->registers.at[k].type);
    for (uint32_t k = 0; k < callee->registers.len; k++)
        s->regs[frame->base + k] =
            k < callee->params ? values[k] : zero_sym(f, callee->registers.at[k].type);
}

static void leave_call(Attempt *f, State *s, uint32_t code)
{
    const Code *c = &f->flat.code.at[code];
    const FlatFrame *frame = &f->flat.frames.at[c->frame];
    List list = f->program->lists.at[c->instr->list];
    List dsts = f->program->lists.at[f->flat.code.at[frame->call].instr->dsts];
    assert(c->kind == CODE_LEAVE && c->frame);
    const Proc *callee = &f->program->procs.at[frame->proc];
    Sym *values = arena_array(&f->arena, Sym, list.len + 1);
    for (uint32_t k = 0; k < list.len; k++)
        values[k] = step_operand(f, s, code, list.at[k], callee->results.at[k]);
    for (uint32_t k = 0; k < dsts.len && k < list.len; k++)
        step_set(f, s, frame->call, dsts.at[k], values[k]);
}

void step_requires(Attempt *f, State *s, uint32_t code, uint32_t proc, const Sym *args)
{
    int32_t spec = f->prover->spec_of.at[proc];
    valid_call(f, s, code, proc, args + 1, f->program->procs.at[proc].params);
    if (spec < 0 || f->abs)
        return;
    vec_each (Clause, clause, &f->program->specs.at[spec].requires) {
        Term cond;
        if (!pure_test(f, clause->proc, args, s->now, s->now, &cond))
            give_up(f, code, "an annotation uses something that cannot be proved yet");
        oblige(f, s, OBLIGE_CLAIM, cond, code, 0,
               arena_print(&f->arena, "requires %s", clause->text));
    }
}

/* The new thread may begin with anything that its procedure requires. */
void step_fork(Attempt *f, State *s, uint32_t code)
{
    const Instr *i = f->flat.code.at[code].instr;
    List list = f->program->lists.at[i->list];
    const Proc *callee = &f->program->procs.at[i->other];
    Term no = term_bool(&f->terms, false);
    Sym *args = arena_array(&f->arena, Sym, list.len + 2);
    step_settle(f, s, code);
    Sym thread = fresh_sym(f, "thread", TYPE_THREAD);
    args[0] = thread;
    for (uint32_t k = 0; k < list.len; k++) {
        Type type = callee->registers.at[k].type;
        args[k + 1] = step_operand(f, s, code, list.at[k], type);
        if (type.kind == TYPE_PTR)
            step_publish(f, s, args[k + 1].t, no);
    }
    step_requires(f, s, code, i->other, args);
    vec_push(&f->notes.facts, term_lt(&f->terms, term_number(&f->terms, 0), thread.t));
    vec_push(&f->notes.facts, term_not(&f->terms, term_eq(&f->terms, thread.t, f->tid)));
    s->alone = no;
    s->forks = term_bool(&f->terms, true);
    step_set(f, s, code, i->dst, thread);
}

static void do_witness(Attempt *f, State *s, uint32_t code)
{
    const Instr *i = f->flat.code.at[code].instr;
    const char *label = f->program->strings.at[i->other];
    for (size_t k = 0; f->spec && k < f->spec->actions.len; k++)
        if (!f->flat.code.at[code].frame && strcmp(f->spec->actions.at[k].label, label) == 0)
            s->hint = term_number(&f->terms, (int64_t)k + 1);
}

/* ---- one instruction that falls through ---- */

static void do_choose(Attempt *f, State *s, uint32_t code)
{
    const Instr *i = f->flat.code.at[code].instr;
    Terms *terms = &f->terms;
    Sym value = fresh_sym(f, "choice", i->type);
    Sym low = step_operand(f, s, code, i->a, i->type),
        high = step_operand(f, s, code, i->b, i->type);
    if (!sort_equal(term_sort(terms, value.t), SORT_BOOL)) {
        state_assume(f, s, value_less(f, low.t, value.t, true, i->type));
        state_assume(f, s, value_less(f, value.t, high.t, true, i->type));
    } else
        state_assume(f, s,
                     term_and(terms, term_implies(terms, low.t, value.t),
                              term_implies(terms, value.t, high.t)));
    step_set(f, s, code, i->dst, value);
}

static void do_forget(Attempt *f, State *s, uint32_t code)
{
    const Instr *i = f->flat.code.at[code].instr;
    List list = f->program->lists.at[i->dsts];
    for (uint32_t k = 0; k < list.len; k++)
        step_set(f, s, code, list.at[k], zero_sym(f, step_register_type(f, code, list.at[k])));
}

static Term condition_of(Attempt *f, State *s, uint32_t code)
{
    return value_bool(f, step_operand(f, s, code, f->flat.code.at[code].instr->a, TYPE_U1));
}

static void do_assume(Attempt *f, State *s, uint32_t code)
{
    Term goes = condition_of(f, s, code);
    if (f->prover->storage->stops)
        stop_here(f, s, code, term_not(&f->terms, goes), BLOCK_WAIT);
    step_wait(f, s, goes);
}

static void do_number(Attempt *f, State *s, uint32_t code)
{
    const Instr *i = f->flat.code.at[code].instr;
    step_set(f, s, code, i->dst,
             f->prover->machine
                 ? fresh_sym(f, "number", step_register_type(f, code, i->dst))
                 : (Sym){.t = value_number(f, step_operand(f, s, code, i->a, TYPE_THREAD).t)});
}

/* Of the instructions that are the engine's own. */
static void do_own(Attempt *f, State *s, uint32_t code)
{
    const Instr *i = f->flat.code.at[code].instr;
    switch ((Op)i->op) {
    case OP_CHOOSE:
        do_choose(f, s, code);
        return;
    case OP_ASSUME:
        do_assume(f, s, code);
        return;
    case OP_ASSERT:
        oblige(f, s, OBLIGE_ASSERT, condition_of(f, s, code), code, 0,
               f->program->strings.at[i->other]);
        return;
    case OP_CLAIM:
        do_claim(f, s, code, false);
        return;
    case OP_WITNESS:
        do_witness(f, s, code);
        return;
    case OP_FORK:
        f->prover->storage->fork(f, s, code);
        return;
    case OP_JOIN:
        step_wait(f, s, fresh_term(f, "ended", SORT_BOOL));
        return;
    case OP_SELF:
        step_set(f, s, code, i->dst, (Sym){.t = f->tid});
        return;
    case OP_NUMBER:
        do_number(f, s, code);
        return;
    case OP_FORGET:
        do_forget(f, s, code);
        return;
    case OP_POINT ... OP_END:
    case OP_FENCE: /* every run is sequentially consistent here */
    case OP_ACCEPT:
    case OP_TRACE:
        return;
    case OP_MOV ... OP_DISTANCE: /* theory and memory know these */
    case OP_LOAD ... OP_SETHAS:
    case OP_ACQUIRE ... OP_TAKE:
    case OP_JUMP ... OP_SWITCH: /* control: see below */
    case OP_SELECT:
    case OP_FAIL:
    case OP_CALL ... OP_CAUGHT: /* control, or refused */
    case OP_DOUBT:
    case OP_SERIAL ... OP_EACH:
    case OP_RESULT ... OP_SETOWN:
    case OPS:
        break;
    }
    memory_refuse(f, code);
}

static void do_instr(Attempt *f, State *s, uint32_t code)
{
    if (!memory_instr(f, s, code))
        do_own(f, s, code);
}

/* Runs that end in an error are not judged; those that end in a failed assertion are, and where
 * heddle does not know what the program does there is no proof. */
static void do_fail(Attempt *f, State *s, uint32_t code)
{
    const Instr *i = f->flat.code.at[code].instr;
    const char *text = f->program->strings.at[i->other];
    static const char prefix[] = "assertion failed: ";
    if (strncmp(text, prefix, sizeof prefix - 1) == 0)
        text += sizeof prefix - 1;
    if (i->offset == ERR_ASSERTION)
        oblige(f, s, OBLIGE_ASSERT, term_bool(&f->terms, false), code, 0, text);
    else if (i->offset == ERR_ABORTED)
        stop_here(f, s, code, term_bool(&f->terms, true), BLOCK_ABORT);
    else if (error_info[i->offset].property == PROPERTY_NONE)
        give_up(f, code, text);
}

/* ---- control ---- */

/* Under which condition does control go to successor k? */
static Term branch_condition(Attempt *f, State *s, uint32_t code, uint32_t k)
{
    Term test = condition_of(f, s, code);
    return k == 0 ? test : term_not(&f->terms, test);
}

/* Successors: the target of no case first, then those of the cases (flow_successors). */
static Term switch_condition(Attempt *f, State *s, uint32_t code, uint32_t target)
{
    const Instr *i = f->flat.code.at[code].instr;
    List list = f->program->lists.at[i->list];
    Terms *terms = &f->terms;
    Sym value = step_operand(f, s, code, i->a, i->type);
    assert(list.len % 2 == 0);
    Term here = term_bool(terms, false), none = term_bool(terms, true);
    for (uint32_t k = 0; k < list.len; k += 2) {
        Sym of = value_constant(f, f->program->constants.at[~list.at[k]], i->type);
        Term is = term_eq(terms, value.t, of.t);
        if ((uint32_t)list.at[k + 1] == target)
            here = term_or(terms, here, is);
        none = term_and(terms, none, term_not(terms, is));
    }
    return i->target == target ? term_or(terms, here, none) : here;
}

/* One of the guards that are true, the first of them with .first. */
static void do_select(Attempt *f, State *s, uint32_t code, Term *conditions)
{
    const Instr *i = f->flat.code.at[code].instr;
    List list = f->program->lists.at[i->list];
    Terms *terms = &f->terms;
    Term any = term_bool(terms, false), which = fresh_term(f, "branch", SORT_INT);
    assert(list.len / 2 <= f->flat.code.at[code].n);
    for (uint32_t k = 0; k < list.len; k += 2)
        any = term_or(terms, any, value_bool(f, step_operand(f, s, code, list.at[k], TYPE_U1)));
    step_wait(f, s, any);
    touch_late(f, s);
    Term before = term_bool(terms, false);
    for (uint32_t k = 0; k < list.len; k += 2) {
        Term guard = value_bool(f, step_operand(f, s, code, list.at[k], TYPE_U1));
        Term chosen = i->flags & FLAG_FIRST
                          ? term_not(terms, before)
                          : term_eq(terms, which, term_number(terms, (int64_t)k / 2));
        conditions[k / 2] = term_and(terms, guard, chosen);
        before = term_or(terms, before, guard);
    }
}

typedef struct PendingState {
    uint32_t code;
    State *state;
} PendingState;

typedef struct ActionRun {
    VEC(PendingState) pending;
    Arrive *arrive;
    void *context;
} ActionRun;

static void go(Attempt *f, ActionRun *region, uint32_t to, State *s)
{
    assert(to < f->flat.code.len && f->flat.code.at[to].reached);
    if (term_is_false(&f->terms, s->path))
        return;
    if (f->flat.code.at[to].boundary) {
        region->arrive(f, to, s, region->context);
        return;
    }
    vec_each (PendingState, other, &region->pending)
        if (other->code == to) {
            state_merge(f, other->state, s);
            return;
        }
    vec_push(&region->pending, ((PendingState){to, s}));
}

static void fork_paths(Attempt *f, ActionRun *region, uint32_t code, State *s)
{
    const Code *c = &f->flat.code.at[code];
    Term *conditions = arena_array(&f->arena, Term, c->n + 1);
    if (c->instr->op == OP_SELECT)
        do_select(f, s, code, conditions);
    for (uint32_t k = 0; k < c->n; k++) {
        uint32_t to = f->flat.next.at[c->first + k];
        uint32_t target = f->flat.code.at[to].pc;
        assert(f->flat.code.at[to].frame == c->frame);
        bool seen = false;
        for (uint32_t n = 0; n < k && c->instr->op == OP_SWITCH; n++)
            seen = seen || f->flat.next.at[c->first + n] == to;
        if (seen)
            continue;
        Term condition = c->instr->op == OP_SELECT   ? conditions[k]
                         : c->instr->op == OP_SWITCH ? switch_condition(f, s, code, target)
                                                     : branch_condition(f, s, code, k);
        State *copy = state_copy(f, s);
        state_assume(f, copy, condition);
        stop_note_exit(f, code, to, copy);
        go(f, region, to, copy);
    }
}

/* Calls by specification and through pointers happen where an action begins (begin_action): here, in the
 * middle of one, they would do nothing. */
static void execute(Attempt *f, ActionRun *region, uint32_t code, State *s)
{
    const Code *c = &f->flat.code.at[code];
    Op op = c->instr->op;
    if (c->kind == CODE_RETURN) {
        region->arrive(f, code, s, region->context);
        return;
    }
    if (c->kind == CODE_ENTER)
        enter_call(f, s, code);
    else if (c->kind == CODE_LEAVE)
        leave_call(f, s, code);
    else if (op == OP_BRANCH || op == OP_SWITCH || op == OP_SELECT) {
        fork_paths(f, region, code, s);
        return;
    } else if (op == OP_FAIL)
        do_fail(f, s, code);
    else if (op == OP_THROW)
        give_up(f, code, "exceptions cannot be proved yet");
    else if (op != OP_JUMP && op != OP_FAIL && op != OP_CALLPTR && c->kind == CODE_INSTR)
        do_instr(f, s, code);
    if (!c->n || op == OP_FAIL)
        return;
    stop_note_exit(f, code, f->flat.next.at[c->first], s);
    go(f, region, f->flat.next.at[c->first], s);
}

void step_region(Attempt *f, State *s, uint32_t start, Arrive *arrive, void *context)
{
    ActionRun region = {.arrive = arrive, .context = context};
    execute(f, &region, start, s);
    while (region.pending.len && !f->trouble) {
        size_t best = 0;
        for (size_t i = 1; i < region.pending.len; i++)
            if (f->flat.code.at[region.pending.at[i].code].order <
                f->flat.code.at[region.pending.at[best].code].order)
                best = i;
        PendingState next = region.pending.at[best];
        region.pending.at[best] = vec_last(&region.pending);
        region.pending.len--;
        assert(!flat_is_boundary(&f->flat.code.at[next.code]));
        execute(f, &region, next.code, next.state);
    }
    vec_free(&region.pending);
}

/* ---- the whole method ---- */

static void merge_into(Attempt *f, uint32_t code, State *s)
{
    State **known = &f->notes.arrived.at[code];
    if (*known)
        state_merge(f, *known, s);
    else
        *known = s;
}

/* Whoever called the method takes them for known to all: see invariant.c. */
static void publish_results(Attempt *f, State *s, uint32_t code)
{
    const Proc *proc = &f->program->procs.at[f->proc];
    List list = f->program->lists.at[f->flat.code.at[code].instr->list];
    for (uint32_t k = 0; k < list.len && f->program->invariants.len && !f->abs; k++) {
        Term value = step_operand(f, s, code, list.at[k], proc->results.at[k]).t;
        if (proc->results.at[k].kind != TYPE_PTR ||
            term_is_false(&f->terms, access_is_fresh(f, s, value)))
            continue;
        step_settle(f, s, code);
        step_publish(f, s, value, term_bool(&f->terms, false));
        s->settled = s->began = NULL;
    }
}

/* An action has ended before this code. */
static void on_arrive(Attempt *f, uint32_t code, State *s, void *context)
{
    const Code *c = &f->flat.code.at[code];
    (void)context;
    if (f->abs)
        abs_after(f, s);
    if (c->kind == CODE_RETURN && f->prover->storage->hands_over)
        publish_results(f, s, code);
    invariant_oblige(f, s, code);
    if (c->kind == CODE_RETURN) {
        if (f->abs)
            abs_return(f, s, code);
        Obligation reach = {.kind = OBLIGE_REACH,
                            .path = s->path,
                            .cond = term_bool(&f->terms, true),
                            .code = code};
        vec_push(&f->notes.obligations, reach);
        return;
    }
    s->touches.len = 0;
    s->forks = term_bool(&f->terms, false);
    bool back = c->order <= f->flat.code.at[f->here].order;
    if (c->head) {
        State *copy = state_copy(f, s);
        loop_oblige(f, copy, code, back);
        if (back)
            stop_round(f, copy, code);
    }
    if (!back)
        merge_into(f, code, s);
}

static void begin_action(Attempt *f, State *s, uint32_t code)
{
    const Code *c = &f->flat.code.at[code];
    Event event = {.kind = EVENT_ACTION, .path = s->path, .code = code, .right = s->right};
    f->here = code;
    f->notes.late.len = f->notes.glances.len = 0;
    if (c->head)
        loop_cut(f, s, code);
    else if (!f->abs)
        s->dirty = true;
    event.path = s->path;
    s->began = s->now;
    if (f->abs && c->kind != CODE_SPEC)
        abs_before(f, s, code);
    event.right = s->right;
    vec_push(&f->notes.events, event);
    bool through = c->instr->op == OP_CALLPTR;
    if (c->kind == CODE_SPEC || through) {
        if (through)
            call_pointer(f, s, code);
        else
            call_spec(f, s, code);
        s->dirty = !f->abs;
        s->began = s->now;
        f->notes.glances.len = 0;
        if (f->abs)
            abs_before(f, s, code); /* what follows the call is an action of its own */
    }
    step_region(f, s, code, on_arrive, NULL);
}

void step_run(Attempt *f, State *s, uint32_t start)
{
    vec_resize(&f->notes.arrived, f->flat.code.len);
    f->here = start;
    if (f->flat.code.at[start].head)
        loop_oblige(f, state_copy(f, s), start, false);
    if (f->flat.code.at[start].boundary)
        begin_action(f, s, start);
    else {
        assert(!flat_is_boundary(&f->flat.code.at[start]));
        s->dirty = f->prover->starts.at[f->proc]; /* else it is part of the caller's action */
        s->began = s->now;
        step_region(f, s, start, on_arrive, NULL);
    }
    for (size_t i = 0; i < f->flat.order.len && !f->trouble; i++) {
        uint32_t code = f->flat.order.at[i];
        if (code != start && f->notes.arrived.at[code])
            begin_action(f, f->notes.arrived.at[code], code);
    }
}
