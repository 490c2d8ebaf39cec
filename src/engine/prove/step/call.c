/* call.c -- a call by specification: requires is to be shown, then the actions of performs happen,
 * each as one step of this thread.  The callee's own proof shows that it is so.
 *
 * A call through a pointer may call anything that keeps to the predicates: a function of the program that
 * is proved by itself, or one of a client.  It may do what other threads may do, and besides what this
 * thread may do; but it requires nothing, so it cannot know that the thread holds a lock, and leaves the
 * locks held that are. */
#include "engine/prove/step/step.h"

#include "engine/prove/abs/abs.h"
#include "engine/prove/abs/mover.h"
#include "engine/prove/abs/stop.h"
#include "engine/prove/access/access.h"
#include "engine/prove/access/lock.h"
#include "engine/prove/cell/cell.h"
#include "engine/prove/cell/raw.h"
#include "engine/prove/cell/storage.h"
#include "engine/prove/loop/loop.h"
#include "engine/prove/method/state.h"
#include "engine/prove/method/value.h"
#include "engine/prove/model.h"
#include "engine/prove/step/invariant.h"

void call_modifies(const Prover *p, const Spec *spec, bool *cells)
{
    vec_each (ActionSpec, action, &spec->actions)
        vec_each (Modified, modified, &action->modifies)
            for (uint32_t c = 0; c < p->cells.len; c++)
                if (p->storage->modifies(p, modified, c))
                    cells[c] = true;
}

typedef struct Call {
    const Spec *spec;
    const Sym *args; /* tid, operands, results */
    uint32_t code;
} Call;

static void add_touch(Attempt *f, State *s, const ActionSpec *action, Location at, bool write)
{
    uint8_t moves = mover_moves(f->prover, action, at.cell);
    SymTouch *list = arena_array(&f->arena, SymTouch, s->touches.len + 1);
    if (s->touches.len)
        memcpy(list, s->touches.at, s->touches.len * sizeof *list);
    list[s->touches.len++] = (SymTouch){s->path, at, write, moves};
    s->touches.at = list;
}

static void note_value(Attempt *f, const State *s, Location at, uint32_t code)
{
    Event event = {.kind = EVENT_TOUCH,
                   .path = s->path,
                   .code = code,
                   .at = at,
                   .write = true,
                   .value = cell_read(f, s->now, at)};
    vec_push(&f->notes.events, event);
}

static void any_action(Attempt *f, State *s, const Call *call, const ActionSpec *action,
                       Location *modified);

/* Does the action move left: has the thread exclusive access to all that it touches?  The callee
 * surely comes to its end without waiting, so nothing else is needed. */
static Term moves_left(Attempt *f, const State *s, const Call *call, const ActionSpec *action)
{
    uint32_t callee = f->flat.code.at[call->code].instr->other;
    if (!f->prover->ends.at[callee] || f->prover->forks.at[callee])
        return term_bool(&f->terms, false);
    Location *modified = arena_array(&f->arena, Location, action->modifies.len + 1);
    State *copy = state_copy(f, s);
    Trial trial = {.goes = term_bool(&f->terms, true)};
    copy->trial = &trial;
    copy->touches.len = 0;
    copy->path = term_bool(&f->terms, true);
    any_action(f, copy, call, action, modified);
    for (size_t i = 0; i < copy->touches.len; i++)
        copy->touches.at[i].when = term_bool(&f->terms, true);
    return touch_moves(f, copy, s->now, false);
}

/* Between two actions of the callee others may run. */
static void before_action(Attempt *f, State *s, const Call *call, const ActionSpec *action)
{
    Terms *terms = &f->terms;
    if (!f->abs) {
        access_environment(f, s, call->code);
        return;
    }
    Term ends = term_not(terms, s->right);
    if (!term_is_false(terms, ends))
        ends = term_and(terms, ends, term_not(terms, moves_left(f, s, call, action)));
    abs_yield(f, s, ends, call->code, BLOCK_CALL);
}

/* Whoever may read after the action; of this thread the predicate tells. */
static void any_readers(Attempt *f, State *s, Location lock)
{
    assert(rwlock_is(f->prover, lock.cell));
    Location set = rwlock_part(f->prover, lock, PART_READERS);
    Location count = rwlock_part(f->prover, lock, PART_COUNT);
    Sort sort = term_sort(&f->terms, cell_read(f, s->now, set));
    cell_write(f, s->now, set, fresh_term(f, "readers", sort));
    cell_write(f, s->now, count, fresh_term(f, "count", SORT_INT));
    state_assume(f, s, rwlock_invariant(f, s->now, lock, f->tid, f->tid));
}

/* A reference is null, or to an object that has been made; in C it may be freed. */
static void know_made(Attempt *f, State *s, Location at)
{
    uint32_t made = cell_made(f->prover, f->prover->cells.at[at.cell].layout);
    bool known = f->prover->met && !f->prover->storage->frees && made != UINT32_MAX;
    if (known && at.object.ix && !term_is_open(&f->terms, at.object))
        touch_know(f, s, made, at.object, true);
}

/* What the action makes of memory, and what it touches. */
static void any_action(Attempt *f, State *s, const Call *call, const ActionSpec *action,
                       Location *modified)
{
    size_t count = action->modifies.len;
    Term *old = s->now;
    s->now = arena_array(&f->arena, Term, f->prover->cells.len + 1);
    memcpy(s->now, old, f->prover->cells.len * sizeof *old);
    f->mode.reads.len = 0;
    f->mode.reading = true;
    abs_modified(f, action, call->args, old, modified);
    for (size_t i = 0; i < count && !f->trouble; i++) {
        cell_havoc(f, s->now, modified[i]);
        if (rwlock_is(f->prover, modified[i].cell))
            any_readers(f, s, modified[i]);
    }
    access_grow(f, s);
    state_assume(f, s, abs_predicate(f, action, call->args, s->now, old));
    f->mode.reading = false;
    vec_each (Location, at, &f->mode.reads) {
        know_made(f, s, *at);
        add_touch(f, s, action, *at, false);
    }
    for (size_t i = 0; i < count && !f->trouble; i++) {
        know_made(f, s, modified[i]);
        add_touch(f, s, action, modified[i], true);
    }
}

static void do_action(Attempt *f, State *s, const Call *call, uint32_t k)
{
    const ActionSpec *action = &call->spec->actions.at[k];
    Location *modified = arena_array(&f->arena, Location, action->modifies.len + 1);
    assert(k < call->spec->actions.len && !f->mode.reading);
    before_action(f, s, call, action);
    any_action(f, s, call, action, modified);
    invariant_know(f, s); /* the callee's own proof shows that its actions keep them */
    for (size_t i = 0; i < action->modifies.len && !f->trouble; i++)
        if (!cell_everywhere(f->prover, modified[i]))
            note_value(f, s, modified[i], call->code);
    if (f->abs)
        abs_after(f, s);
    s->touches.len = 0;
}

/* Where the part of the postfix expression that ends at `last` begins. */
static size_t part_start(const Spec *spec, size_t last)
{
    assert(last < spec->performs.len);
    size_t wanted = 1;
    for (size_t i = last + 1; i-- > 0;) {
        SpecOp op = spec->performs.at[i].op;
        wanted += op == SPEC_ACTION ? 0 : op == SPEC_STAR ? 1 : 2;
        if (--wanted == 0)
            return i;
    }
    return 0;
}

/* What the action may change is anything. */
static void forget_modified(Attempt *f, State *s, const Call *call, const ActionSpec *action)
{
    const Prover *p = f->prover;
    vec_each (Modified, m, &action->modifies) {
        bool found = false;
        for (uint32_t c = 0; c < p->cells.len; c++)
            if (p->storage->modifies(p, m, c)) {
                s->now[c] = fresh_term(f, p->cells.at[c].name, p->cells.at[c].sort);
                found = true;
            }
        if (!found)
            give_up(f, call->code, "an action modifies something that cannot be proved yet");
    }
}

/* Any number of times: what its actions may change is anything afterwards. */
static void repeat_part(Attempt *f, State *s, const Call *call, size_t last)
{
    const Prover *p = f->prover;
    size_t bytes = p->cells.len * sizeof *s->now;
    s->now = memcpy(arena_alloc(&f->arena, bytes + 1), s->now, bytes);
    for (size_t i = part_start(call->spec, last); i <= last; i++)
        if (call->spec->performs.at[i].op == SPEC_ACTION)
            forget_modified(f, s, call, &call->spec->actions.at[call->spec->performs.at[i].action]);
    access_grow(f, s);
    access_environment(f, s, call->code);
}

/* The candidates about the positions before each round of the part. */
static void star_candidates(Attempt *f, State *s, const Call *call, size_t last, bool to_show)
{
    for (uint32_t i = 0; i < f->candidates.len; i++) {
        const Candidate *c = &f->candidates.at[i];
        if (c->kind != CANDIDATE_STAR || c->head != call->code || c->constant != (int64_t)last)
            continue;
        Term stands = loop_stands(f, s, c->set);
        if (to_show)
            oblige(f, s, OBLIGE_CANDIDATE, stands, call->code, i, "");
        else
            state_assume(f, s, term_implies(&f->terms, c->on, stands));
    }
}

static void run_part(Attempt *f, State *s, const Call *call, size_t last);

/* The same for performs: a loop, cut before each round, where a block ends. */
static void repeat_blocks(Attempt *f, State *s, const Call *call, size_t last)
{
    Term yes = term_bool(&f->terms, true);
    assert(f->abs && !s->trial);
    abs_yield(f, s, yes, call->code, BLOCK_CALL);
    star_candidates(f, s, call, last, true);
    repeat_part(f, s, call, last - 1);
    invariant_know(f, s);
    size_t bytes = f->prover->cells.len * sizeof *s->now;
    s->old = memcpy(arena_alloc(&f->arena, bytes + 1), s->now, bytes);
    s->at = arena_array(&f->arena, Term, f->nfa.positions + 1);
    for (uint32_t k = 0; k < f->nfa.positions; k++)
        s->at[k] = fresh_term(f, "at", SORT_BOOL);
    star_candidates(f, s, call, last, false);
    State *round = state_copy(f, s);
    run_part(f, round, call, last - 1);
    abs_yield(f, round, yes, call->code, BLOCK_CALL);
    star_candidates(f, round, call, last, true);
}

static void run_part(Attempt *f, State *s, const Call *call, size_t last)
{
    const SpecStep *step = &call->spec->performs.at[last];
    size_t middle = last && step->op != SPEC_ACTION ? part_start(call->spec, last - 1) : 0;
    assert(middle || (step->op != SPEC_THEN && step->op != SPEC_OR));
    switch (step->op) {
    case SPEC_ACTION:
        do_action(f, s, call, step->action);
        break;
    case SPEC_THEN:
        run_part(f, s, call, middle - 1);
        run_part(f, s, call, last - 1);
        break;
    case SPEC_OR: {
        Term first = fresh_term(f, "first", SORT_BOOL);
        State *other = state_copy(f, s);
        state_assume(f, s, first);
        state_assume(f, other, term_not(&f->terms, first));
        run_part(f, s, call, middle - 1);
        run_part(f, other, call, last - 1);
        state_merge(f, s, other);
        break;
    }
    case SPEC_STAR:
        if (f->abs)
            repeat_blocks(f, s, call, last);
        else
            repeat_part(f, s, call, last - 1);
        break;
    }
}

static void check_requires(Attempt *f, State *s, const Call *call)
{
    vec_each (Clause, clause, &call->spec->requires) {
        Term cond;
        if (!pure_test(f, clause->proc, call->args, s->now, s->now, &cond))
            give_up(f, call->code, "an annotation uses something that cannot be proved yet");
        if (f->abs)
            state_assume(f, s, cond); /* proved by the other check */
        else
            oblige(f, s, OBLIGE_CLAIM, cond, call->code, 0,
                   arena_print(&f->arena, "requires %s", clause->text));
    }
}

void call_spec(Attempt *f, State *s, uint32_t code)
{
    const Instr *i = f->flat.code.at[code].instr;
    const Proc *callee = &f->program->procs.at[i->other];
    const Spec *spec = &f->program->specs.at[f->prover->spec_of.at[i->other]];
    List list = f->program->lists.at[i->list], dsts = f->program->lists.at[i->dsts];
    Term no = term_bool(&f->terms, false);
    Sym *args = arena_array(&f->arena, Sym, 2 + list.len + dsts.len);
    Call call = {spec, args, code};
    assert(f->flat.code.at[code].kind == CODE_SPEC && spec->performs.len);
    assert(list.len <= callee->registers.len && dsts.len <= callee->results.len);
    if (i->target)
        give_up(f, code, "a call inside a try cannot be proved yet");
    if (f->abs) {
        Term ends = f->prover->ends.at[i->other] ? no : term_not(&f->terms, s->right);
        abs_yield(f, s, term_or(&f->terms, ends, abs_matches(f, s, false)), code, BLOCK_CALL);
        stop_call(f, s, code);
    } else if (s->dirty)
        access_environment(f, s, code);
    args[0] = (Sym){.t = f->tid};
    for (uint32_t k = 0; k < list.len; k++) {
        args[1 + k] = step_operand(f, s, code, list.at[k], callee->registers.at[k].type);
        if (callee->registers.at[k].type.kind == TYPE_PTR)
            raw_expect_argument(f, args[1 + k], i->other, k, code);
        if (callee->registers.at[k].type.kind == TYPE_PTR)
            step_publish(f, s, args[1 + k].t, no);
    }
    invariant_oblige_call(f, s, code);
    for (uint32_t k = 0; k < dsts.len; k++)
        args[1 + list.len + k] = fresh_sym(f, "result", callee->results.at[k]);
    if (dsts.len == 1)
        args[1 + list.len].layout = callee->points;
    check_requires(f, s, &call);
    valid_call(f, s, code, i->other, args + 1, list.len);
    if (f->prover->forks.at[i->other]) {
        s->alone = no;
        s->forks = term_bool(&f->terms, true);
    }
    run_part(f, s, &call, spec->performs.len - 1);
    for (uint32_t k = 0; k < list.len && k < 64 && !f->prover->storage->frees; k++)
        if (f->prover->uses.at[i->other] >> k & 1) /* it has returned */
            state_assume(
                f, s,
                term_not(&f->terms, term_eq(&f->terms, args[1 + k].t, term_number(&f->terms, 0))));
    const FlatFrame *frame = &f->flat.frames.at[f->flat.code.at[code].frame];
    for (uint32_t k = 0; k < dsts.len; k++) {
        s->regs[frame->base + (uint32_t)dsts.at[k]] = args[1 + list.len + k];
        if (callee->results.at[k].kind != TYPE_PTR)
            continue;
        vec_push(&f->notes.pointers, args[1 + list.len + k].t);
        if (f->prover->met)
            touch_know(f, s, f->prover->met, args[1 + list.len + k].t, true);
    }
}

/* ---- calls through pointers ---- */

/* A function of the program that the call may mean. */
static bool may_mean(const Attempt *f, uint32_t proc, const Instr *i)
{
    const Proc *callee = &f->program->procs.at[proc];
    return program_may_lead(f->program, i, callee) &&
           callee->params <= f->program->lists.at[i->list].len &&
           f->prover->storage->begins_thread(f->prover, proc);
}

/* What the proofs of those functions take for granted of their arguments. */
static void check_targets(Attempt *f, const Instr *i, const Sym *args, uint32_t code)
{
    for (uint32_t proc = 0; proc < f->program->procs.len && !f->trouble; proc++) {
        int32_t spec = f->prover->spec_of.at[proc];
        if (!may_mean(f, proc, i))
            continue;
        const Proc *callee = &f->program->procs.at[proc];
        if (callee->library)
            give_up(f, code, "a function of the library may be called through this pointer");
        if (spec >= 0 && f->program->specs.at[spec].requires.len)
            give_up(f, code,
                    "a function that requires something may be called through this pointer");
        for (uint32_t k = 0; k < callee->params; k++)
            if (callee->registers.at[k].type.kind == TYPE_PTR && args[k].t.ix)
                raw_expect_argument(f, args[k], proc, k, code);
    }
}

/* What the arguments refer to is known to others from now on. */
static void give_arguments(Attempt *f, State *s, const Instr *i, uint32_t code)
{
    List list = f->program->lists.at[i->list];
    Sym *args = arena_array(&f->arena, Sym, list.len + 1);
    for (uint32_t k = 0; k < list.len; k++) {
        Ref ref = list.at[k];
        bool number = ref < 0 && !(f->program->constants.at[~ref] >> 32);
        Type type = ref >= 0 ? step_register_type(f, code, ref) : number ? TYPE_S64 : TYPE_POINTER;
        args[k] = step_operand(f, s, code, list.at[k], type);
        if (type.kind != TYPE_PTR)
            continue;
        raw_expect(f, args[k], 0, code);
        given_argument(f, s, args[k], code);
        step_lend(f, s, args[k].t);
        vec_push(&f->mode.given, args[k].t);
        vec_push(&f->mode.gives, term_bool(&f->terms, true));
    }
    check_targets(f, i, args, code);
}

/* Objects that this thread has made and does not have for itself any more: the arguments lead to them, or
 * those of a call before did, and whoever was called then has told others of them. */
static void find_given(Attempt *f, const State *s)
{
    for (size_t k = 0; k < s->fresh.len; k++) {
        vec_push(&f->mode.given, s->fresh.at[k].object);
        vec_push(&f->mode.gives, term_not(&f->terms, s->fresh.at[k].flag));
    }
}

void call_pointer(Attempt *f, State *s, uint32_t code)
{
    const Instr *i = f->flat.code.at[code].instr;
    List dsts = f->program->lists.at[i->dsts];
    assert(i->op == OP_CALLPTR);
    if (f->abs || i->target || f->flat.code.at[code].atomic || !f->prover->storage->layouts)
        give_up(
            f, code,
            "a function that is called through a pointer may do anything that the predicates "
            "allow: what performs says of it is not known, nor what an atomic region with it does");
    if (!term_is_false(&f->terms, s->alone))
        give_up(f, code, "a call through a pointer where there may be no second thread yet");
    Sym callee = step_operand(f, s, code, i->a, TYPE_POINTER);
    valid_callee(f, s, callee.t, code);
    if (s->dirty)
        access_environment(f, s, code);
    give_arguments(f, s, i, code);
    find_given(f, s);
    given_shared(f, s, code);
    invariant_oblige_call(f, s, code);
    if (f->trouble)
        return;
    s->forks = term_bool(&f->terms, true);
    f->mode.lent = true;
    access_environment(f, s, code);
    f->mode.lent = false;
    const FlatFrame *frame = &f->flat.frames.at[f->flat.code.at[code].frame];
    const Proc *own = &f->program->procs.at[frame->proc];
    for (uint32_t k = 0; k < dsts.len; k++) {
        Sym result = fresh_sym(f, "result", own->registers.at[dsts.at[k]].type);
        s->regs[frame->base + (uint32_t)dsts.at[k]] = result;
        if (own->registers.at[dsts.at[k]].type.kind == TYPE_PTR)
            vec_push(&f->notes.pointers, result.t);
    }
}
