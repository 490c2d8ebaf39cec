/* step.c -- executing the method, action by action.
 *
 * An action runs from a boundary (a point of the source) to the next ones; inside it paths fork and
 * join.  For the check of access predicates each action is translated as the paper's =>acc says:
 *
 *   EA*; assume P; assert A_V; S
 *
 * EA* is put off until the action touches memory.  For the check of performs, abs.c says what
 * happens before and after each action. */
#include "engine/prove/model.h"

/* ---- operands and places ---- */

Sym step_operand(Attempt *f, const State *s, uint32_t code, Ref ref, Type type)
{
    const Code *c = &f->flat.code.at[code];
    if (ref >= 0)
        return s->regs[f->flat.frames.at[c->frame].base + (uint32_t)ref];
    return value_constant(f, f->program->constants.at[~ref], type);
}

void step_set(Attempt *f, State *s, uint32_t code, int32_t reg, Sym value)
{
    const Code *c = &f->flat.code.at[code];
    if (reg >= 0)
        s->regs[f->flat.frames.at[c->frame].base + (uint32_t)reg] = value;
}

static Type register_type(const Attempt *f, uint32_t code, int32_t reg)
{
    const Code *c = &f->flat.code.at[code];
    return f->program->procs.at[f->flat.frames.at[c->frame].proc].registers.at[reg].type;
}

void step_settle(Attempt *f, State *s, uint32_t code)
{
    if (!f->abs && s->dirty)
        access_environment(f, s, code);
}

bool step_place(Attempt *f, State *s, uint32_t code, Location *at)
{
    const Instr *i = f->flat.code.at[code].instr;
    Sym base = step_operand(f, s, code, i->a, TYPE_POINTER);
    if (f->prover->raw) {
        Term inside = term_bool(&f->terms, true);
        bool lock = i->op != OP_LOAD && i->op != OP_STORE;
        bool right = raw_place(f, base, i->offset, lock ? TYPE_THREAD : i->type, at, &inside);
        if (!right)
            give_up(f, code, "it is not known which object this touches, and where");
        else if (!f->abs)
            oblige(f, s, OBLIGE_INDEX, inside, code, at->cell, "");
        else
            state_assume(f, s, inside); /* proved by the other check */
        return right;
    }
    uint32_t cell = base.offset < 0
                        ? UINT32_MAX
                        : cell_find(f->prover, i->region, (uint32_t)(base.offset + i->offset));
    *at = (Location){cell, base.t, base.index, NO_TERM};
    if (cell == UINT32_MAX) {
        give_up(f, code, "this touches memory of a kind that cannot be proved yet");
        return false;
    }
    CellKind kind = f->prover->cells.at[cell].kind;
    if (kind == CELL_ELEMENT && !at->index.ix)
        at->index = term_constant(&f->terms, 0, cell_index_sort(f->prover));
    if (kind != CELL_ELEMENT)
        at->index = NO_TERM;
    if (kind == CELL_GLOBAL)
        at->object = NO_TERM;
    return true;
}

/* ---- objects ---- */

/* From now on others may reach what `value` refers to, and so all that was made here and may be
 * reached from there. */
void step_publish(Attempt *f, State *s, Term value, Term unless)
{
    Terms *terms = &f->terms;
    Fresh *list = arena_array(&f->arena, Fresh, s->fresh.len + 1);
    Term leaks = term_and(terms, access_is_fresh(f, s, value), term_not(terms, unless));
    for (size_t i = 0; i < s->fresh.len; i++) {
        list[i] = s->fresh.at[i];
        Term same = term_eq(terms, value, list[i].object);
        same = term_and(terms, leaks, term_or(terms, same, list[i].linked));
        list[i].flag = term_and(terms, list[i].flag, term_not(terms, same));
    }
    s->fresh.at = list;
}

bool step_stores_pointer(const Attempt *f, uint32_t code)
{
    const Instr *i = f->flat.code.at[code].instr;
    return i->op == OP_COPY || (i->op == OP_STORE && i->type.kind == TYPE_PTR);
}

/* A pointer to the object is in memory now. */
static void link_objects(Attempt *f, State *s, Term value)
{
    Terms *terms = &f->terms;
    Fresh *list = arena_array(&f->arena, Fresh, s->fresh.len + 1);
    for (size_t i = 0; i < s->fresh.len; i++) {
        list[i] = s->fresh.at[i];
        list[i].linked = term_or(terms, list[i].linked, term_eq(terms, value, list[i].object));
    }
    s->fresh.at = list;
}

/* The new object is none that the thread has met on its way, or could meet now through a global:
 * what was known before it was made is not it.  (What the method will return is not known before.)
 */
static void tell_new_apart(Attempt *f, const State *s, Term object)
{
    Terms *terms = &f->terms;
    vec_push(&f->facts,
             term_lt(terms, term_number(terms, (int64_t)f->program->globals.len), object));
    vec_each (Term, known, &f->pointers)
        tell_apart(f, *known, object);
    for (uint32_t c = 0; c < f->prover->cells.len; c++) {
        const Cell *cell = &f->prover->cells.at[c];
        if (cell->kind == CELL_GLOBAL && cell->type.kind == TYPE_PTR && cell->known)
            tell_apart(f, s->now[c], object);
    }
    if (f->prover->met)
        access_tell_apart(f, s, object, term_bool(terms, true));
    vec_push(&f->pointers, object);
}

static void do_alloc(Attempt *f, State *s, uint32_t code)
{
    Terms *terms = &f->terms;
    const Instr *i = f->flat.code.at[code].instr;
    Term object = fresh_term(f, "new", SORT_INT);
    Sym count = step_operand(f, s, code, i->b, TYPE_S64);
    Fresh *list = arena_array(&f->arena, Fresh, s->fresh.len + 1);
    step_settle(f, s, code);
    tell_new_apart(f, s, object);
    if (s->fresh.len)
        memcpy(list, s->fresh.at, s->fresh.len * sizeof *list);
    Term yes = term_bool(terms, true);
    list[s->fresh.len++] = (Fresh){object, yes, yes, term_bool(terms, false), code};
    s->fresh.at = list;
    size_t bytes = f->prover->cells.len * sizeof *s->now;
    s->now = memcpy(arena_alloc(&f->arena, bytes + 1), s->now, bytes);
    for (uint32_t c = 0; c < f->prover->cells.len; c++) {
        const Cell *cell = &f->prover->cells.at[c];
        Location at = {c, object, NO_TERM, NO_TERM};
        bool own = cell->layout == i->other || cell->part == PART_MET;
        bool zero = !f->prover->raw || i->flags & FLAG_ZERO;
        if (!own || cell->kind != CELL_FIELD || !cell->known)
            continue;
        if (cell->part == PART_MADE)
            invariant_name(f, s, at);
        if (cell_grows(cell)) {
            state_assume(f, s, term_not(terms, cell_read(f, s->now, at)));
            cell_write(f, s->now, at, term_bool(terms, true));
        } else if (!zero)
            continue;
        else if (cell->part != PART_READERS)
            cell_write(f, s->now, at, zero_sym(f, cell->type).t);
        else
            state_assume(f, s, term_not(terms, rwlock_reads(f, s->now, at, f->tid)));
    }
    if (!f->prover->raw)
        vec_push(&f->facts, term_eq(terms, term_select(terms, f->length, object), count.t));
    else
        vec_push(&f->facts, term_eq(terms, term_select(terms, f->layout, object),
                                    term_number(terms, i->other)));
    step_set(f, s, code, i->dst, raw_pointer(object, f->prover->raw ? i->other : 0));
}

/* ---- memory and locks ---- */

/* What others can reach does not refer to what they cannot reach. */
static void meet_pointer(Attempt *f, State *s, Location at, Term value)
{
    Terms *terms = &f->terms;
    Term own = access_is_fresh(f, s, at.object);
    for (size_t i = 0; i < s->fresh.len; i++) {
        const Fresh *fresh = &s->fresh.at[i];
        Term other = term_not(terms, term_eq(terms, value, fresh->object));
        Term may = term_or(terms, own, term_not(terms, fresh->flag));
        state_assume(f, s, term_or(terms, may, other));
    }
    if (f->prover->met)
        touch_know(f, s, f->prover->met, value, true);
    vec_push(&f->pointers, value);
}

Sym step_load(Attempt *f, State *s, Location at, Type type, uint32_t code)
{
    const Cell *cell = &f->prover->cells.at[at.cell];
    touch_place(f, s, at, false, code);
    Term value = cell_read(f, s->now, at);
    value_know_range(f, s, value, cell->type);
    if (!f->prover->raw && cell->type.kind == TYPE_UNSIGNED && cell->type.bits > 1 &&
        !f->prover->machine)
        state_assume(f, s, term_le(&f->terms, term_number(&f->terms, 0), value));
    if (type.kind == TYPE_PTR)
        meet_pointer(f, s, at, value);
    touch_note(f, s, at, false, value, code);
    return type.kind == TYPE_PTR ? raw_pointer(value, cell->points)
           : f->prover->raw      ? value_convert(f, &f->theory, (Sym){.t = value}, cell->type, type)
                                 : (Sym){.t = value};
}

static void do_load(Attempt *f, State *s, uint32_t code)
{
    const Instr *i = f->flat.code.at[code].instr;
    Location at;
    if (!step_place(f, s, code, &at))
        return;
    if (!term_is_true(&f->terms, access_exclusive(f, s, s->now, at, false)))
        step_settle(f, s, code); /* else others leave it as it is, and may as well run later */
    step_set(f, s, code, i->dst, step_load(f, s, at, i->type, code));
}

void step_write(Attempt *f, State *s, Location at, Term value, uint32_t code)
{
    Term *before = s->now;
    s->now = arena_array(&f->arena, Term, f->prover->cells.len + 1);
    memcpy(s->now, before, f->prover->cells.len * sizeof *before);
    cell_write(f, s->now, at, value);
    raw_wrote(f, code, at.cell);
    access_check_write(f, s, before, at, code);
    touch_note(f, s, at, true, value, code);
}

void step_store(Attempt *f, State *s, Location at, Sym value, Type type, uint32_t code)
{
    const Cell *cell = &f->prover->cells.at[at.cell];
    if (f->prover->raw && cell->part != PART_NONE) {
        raw_store_lock(f, s, at, value, code);
        return;
    }
    if (f->prover->raw && type.kind == TYPE_PTR)
        raw_expect(f, value, cell->points, code);
    else if (f->prover->raw)
        value = value_convert(f, &f->theory, value, type, cell->type);
    if (type.kind == TYPE_PTR && (value.offset || value.index.ix))
        give_up(f, code, "a pointer into an object is stored");
    touch_place(f, s, at, true, code);
    if (type.kind == TYPE_PTR)
        link_objects(f, s, value.t);
    if (type.kind == TYPE_PTR)
        step_publish(f, s, value.t, access_is_fresh(f, s, at.object));
    step_write(f, s, at, value.t, code);
}

static void do_store(Attempt *f, State *s, uint32_t code)
{
    const Instr *i = f->flat.code.at[code].instr;
    Location at;
    step_settle(f, s, code);
    if (step_place(f, s, code, &at))
        step_store(f, s, at, step_operand(f, s, code, i->b, i->type), i->type, code);
}

void step_wait(Attempt *f, State *s, Term condition)
{
    if (f->probing)
        f->probe_goes =
            term_and(&f->terms, f->probe_goes, term_implies(&f->terms, s->path, condition));
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

static void do_claim(Attempt *f, State *s, uint32_t code)
{
    const Instr *i = f->flat.code.at[code].instr;
    Term cond = claimed(f, s, code);
    if (f->abs)
        state_assume(f, s, cond); /* proved by the other check */
    else
        oblige(f, s, OBLIGE_CLAIM, cond, code, f->again, f->program->strings.at[i->target]);
}

void step_claims(Attempt *f, State *s, uint32_t head, bool assume)
{
    for (uint32_t code = head + 1; code < f->flat.code.len; code++) {
        const Instr *i = f->flat.code.at[code].instr;
        if (i->op == OP_SELF)
            step_set(f, s, code, i->dst, (Sym){.t = f->tid});
        else if (i->op == OP_CLAIM && assume)
            state_assume(f, s, claimed(f, s, code));
        else if (i->op == OP_CLAIM)
            do_claim(f, s, code);
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
    const Proc *callee = &f->program->procs.at[frame->proc];
    Sym *values = arena_array(&f->arena, Sym, list.len + 1);
    for (uint32_t k = 0; k < list.len; k++)
        values[k] = step_operand(f, s, code, list.at[k], callee->results.at[k]);
    for (uint32_t k = 0; k < dsts.len && k < list.len; k++)
        step_set(f, s, frame->call, dsts.at[k], values[k]);
}

/* The new thread may begin with anything that its procedure requires. */
static void do_fork(Attempt *f, State *s, uint32_t code)
{
    const Instr *i = f->flat.code.at[code].instr;
    List list = f->program->lists.at[i->list];
    const Proc *callee = &f->program->procs.at[i->other];
    int32_t spec = f->prover->spec_of.at[i->other];
    if (f->prover->raw) {
        raw_fork(f, s, code);
        return;
    }
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
    for (size_t k = 0; spec >= 0 && !f->abs && k < f->program->specs.at[spec].requires.len; k++) {
        const Clause *clause = &f->program->specs.at[spec].requires.at[k];
        Term cond;
        if (!pure_test(f, clause->proc, args, s->now, s->now, &cond))
            give_up(f, code, "an annotation uses something that cannot be proved yet");
        oblige(f, s, OBLIGE_CLAIM, cond, code, 0,
               arena_print(&f->arena, "requires %s", clause->text));
    }
    vec_push(&f->facts, term_lt(&f->terms, term_number(&f->terms, 0), thread.t));
    vec_push(&f->facts, term_not(&f->terms, term_eq(&f->terms, thread.t, f->tid)));
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
        step_set(f, s, code, list.at[k], zero_sym(f, register_type(f, code, list.at[k])));
}

static void do_compute(Attempt *f, State *s, uint32_t code)
{
    const Instr *i = f->flat.code.at[code].instr;
    bool moves = i->op == OP_INDEX || i->op == OP_FIELD;
    Type first = i->op == OP_CAST ? i->from : moves ? TYPE_POINTER : i->type;
    Sym a = i->a == NO_REF ? (Sym){0} : step_operand(f, s, code, i->a, first), result;
    Sym b = i->b == NO_REF ? (Sym){0} : step_operand(f, s, code, i->b, moves ? TYPE_S64 : i->type);
    if (!value_compute(f, &f->theory, i, a, b, &result)) {
        give_up(f, code,
                arena_print(&f->prover->job->arena, "there is no proof yet for code with '%s'",
                            op_info[i->op].text));
        result = i->dst >= 0 ? fresh_sym(f, "value", register_type(f, code, i->dst)) : (Sym){0};
    }
    step_set(f, s, code, i->dst, result);
}

static Term condition_of(Attempt *f, State *s, uint32_t code)
{
    return value_bool(f, step_operand(f, s, code, f->flat.code.at[code].instr->a, TYPE_U1));
}

/* Threads, waiting, annotations.  False: it is none of them. */
static bool do_special(Attempt *f, State *s, uint32_t code)
{
    const Instr *i = f->flat.code.at[code].instr;
    switch ((int)i->op) {
    case OP_CHOOSE:
        do_choose(f, s, code);
        return true;
    case OP_ASSUME: {
        Term goes = condition_of(f, s, code);
        if (f->prover->raw)
            stop_here(f, s, code, term_not(&f->terms, goes), BLOCK_WAIT);
        step_wait(f, s, goes);
        return true;
    }
    case OP_ASSERT:
        oblige(f, s, OBLIGE_ASSERT, condition_of(f, s, code), code, 0,
               f->program->strings.at[i->other]);
        return true;
    case OP_CLAIM:
        do_claim(f, s, code);
        return true;
    case OP_WITNESS:
        do_witness(f, s, code);
        return true;
    case OP_FORK:
        do_fork(f, s, code);
        return true;
    case OP_JOIN:
        step_wait(f, s, fresh_term(f, "ended", SORT_BOOL));
        return true;
    case OP_SELF:
        step_set(f, s, code, i->dst, (Sym){.t = f->tid});
        return true;
    case OP_NUMBER:
        step_set(f, s, code, i->dst,
                 f->prover->machine
                     ? fresh_sym(f, "number", register_type(f, code, i->dst))
                     : (Sym){.t = value_number(f, step_operand(f, s, code, i->a, TYPE_THREAD).t)});
        return true;
    case OP_HELD:
        lock_ask(f, s, code);
        return true;
    case OP_CLASSOF:
        step_set(f, s, code, i->dst, fresh_sym(f, "number", register_type(f, code, i->dst)));
        return true;
    default: /* an ordinary one */
        return false;
    }
}

static void do_instr(Attempt *f, State *s, uint32_t code)
{
    const Instr *i = f->flat.code.at[code].instr;
    switch ((int)i->op) {
    case OP_LOAD:
        do_load(f, s, code);
        break;
    case OP_STORE:
        do_store(f, s, code);
        break;
    case OP_ACQUIRE:
    case OP_RELEASE:
    case OP_TRYACQUIRE:
        lock_step(f, s, code);
        break;
    case OP_ALLOC:
        do_alloc(f, s, code);
        break;
    case OP_LENGTH: {
        Term object = step_operand(f, s, code, i->a, TYPE_POINTER).t;
        step_set(f, s, code, i->dst, value_length(f, object, register_type(f, code, i->dst)));
        break;
    }
    case OP_FREE:
        raw_free(f, s, code);
        break;
    case OP_COPY:
    case OP_FILL:
        copy_step(f, s, code);
        break;
    case OP_FORGET:
        do_forget(f, s, code);
        break;
    case OP_POINT ... OP_END:
    case OP_FENCE: /* every run is sequentially consistent here */
    case OP_ACCEPT:
    case OP_TRACE:
    case OP_APART:
        break;
    default: /* arithmetic, and what cannot be proved yet */
        if (!do_special(f, s, code))
            do_compute(f, s, code);
    }
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
    for (uint32_t k = 0; k < list.len; k += 2)
        any = term_or(terms, any, value_bool(f, step_operand(f, s, code, list.at[k], TYPE_U1)));
    step_wait(f, s, any);
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
        uint32_t target = to - code + c->pc; /* in the same frame */
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
    else if (op != OP_JUMP && op != OP_FAIL && c->kind == CODE_INSTR)
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
        execute(f, &region, next.code, next.state);
    }
    vec_free(&region.pending);
}

/* ---- the whole method ---- */

static void merge_into(Attempt *f, uint32_t code, State *s)
{
    State **known = &f->arrived.at[code];
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
    if (c->kind == CODE_RETURN && f->prover->raw)
        publish_results(f, s, code);
    invariant_oblige(f, s, code);
    if (c->kind == CODE_RETURN) {
        if (f->abs)
            abs_return(f, s, code);
        Obligation reach = {.kind = OBLIGE_REACH,
                            .path = s->path,
                            .cond = term_bool(&f->terms, true),
                            .code = code};
        vec_push(&f->obligations, reach);
        return;
    }
    s->touches.len = 0;
    s->forks = term_bool(&f->terms, false);
    bool back = c->order <= f->flat.code.at[f->here].order;
    f->again = back;
    if (c->head) {
        State *copy = state_copy(f, s);
        loop_oblige(f, copy, code);
        if (back)
            stop_round(f, copy, code);
    }
    f->again = false;
    if (!back)
        merge_into(f, code, s);
}

static void begin_action(Attempt *f, State *s, uint32_t code)
{
    const Code *c = &f->flat.code.at[code];
    Event event = {.kind = EVENT_ACTION, .path = s->path, .code = code, .right = s->right};
    f->here = code;
    if (c->head)
        loop_cut(f, s, code);
    else if (!f->abs)
        s->dirty = true;
    event.path = s->path;
    s->began = s->now;
    if (f->abs && c->kind != CODE_SPEC)
        abs_before(f, s, code);
    event.right = s->right;
    vec_push(&f->events, event);
    if (c->kind == CODE_SPEC) {
        call_spec(f, s, code);
        s->dirty = !f->abs;
        s->began = s->now;
        if (f->abs)
            abs_before(f, s, code); /* what follows the call is an action of its own */
    }
    step_region(f, s, code, on_arrive, NULL);
}

void step_run(Attempt *f, State *s, uint32_t start)
{
    vec_resize(&f->arrived, f->flat.code.len);
    f->here = start;
    if (f->flat.code.at[start].head)
        loop_oblige(f, state_copy(f, s), start);
    if (f->flat.code.at[start].boundary)
        begin_action(f, s, start);
    else {
        s->dirty = f->prover->starts.at[f->proc]; /* else it is part of the caller's action */
        s->began = s->now;
        step_region(f, s, start, on_arrive, NULL);
    }
    for (size_t i = 0; i < f->flat.order.len && !f->trouble; i++) {
        uint32_t code = f->flat.order.at[i];
        if (code != start && f->arrived.at[code])
            begin_action(f, f->arrived.at[code], code);
    }
}
