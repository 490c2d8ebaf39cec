/* pure.c -- a pure procedure as a term: it is executed once, each instruction under the condition
 * that it is reached.  Such procedures have no loops. */
#include "engine/prove/method/value.h"

#include "engine/prove/access/access.h"
#include "engine/prove/access/lock.h"
#include "engine/prove/cell/cell.h"
#include "engine/prove/cell/raw.h"
#include "engine/prove/cell/storage.h"
#include "engine/prove/method/state.h"
#include "engine/prove/model.h"
#include "flow/live.h"
#include "symbolic/eval.h"

typedef struct Run {
    Attempt *f;
    const Look *look;
    const Proc *proc;
    const Term *now, *old;
    Sym *regs;  /* of the instruction that is executed */
    Sym **at;   /* by instruction: the registers when it is reached */
    Term *when; /* ... and under which condition, NO_TERM: not at all */
    Sym *results;
    Term returned;
    bool failed;
} Run;

static bool call(Attempt *f, const Look *look, uint32_t index, const Sym *args, const Term *now,
                 const Term *old, Sym *results);

static Sym operand(void *of, Ref ref, Type type)
{
    const Run *r = of;
    return ref >= 0 ? r->regs[ref] : value_constant(r->f, r->f->program->constants.at[~ref], type);
}

static void arrive(Run *r, uint32_t pc, const Sym *regs, Term when)
{
    Attempt *f = r->f;
    uint32_t k = pc - r->proc->begin;
    size_t count = r->proc->registers.len;
    assert(pc >= r->proc->begin && pc < r->proc->end);
    if (term_is_false(&f->terms, when))
        return;
    if (!r->when[k].ix) {
        r->at[k] = arena_array(&f->arena, Sym, count + 1);
        memcpy(r->at[k], regs, count * sizeof *regs);
        r->when[k] = when;
        return;
    }
    for (size_t i = 0; i < count; i++)
        r->at[k][i] = merge_sym(f, when, regs[i], r->at[k][i]);
    r->when[k] = term_or(&f->terms, r->when[k], when);
}

/* The place that a load or a question about a lock means; false: it is none that can be proved. */
static bool find_place(Run *r, const Instr *i, Sym base, Location *at)
{
    Attempt *f = r->f;
    Term inside = term_bool(&f->terms, true);
    if (!f->prover->storage->place(f, i, base, at, &inside) ||
        (f->prover->cells.at[at->cell].kind == CELL_ELEMENT && !at->index.ix)) {
        r->failed = true;
        return false;
    }
    remember_place(f, *at);
    if (i->op == OP_HELD && i->flags & FLAG_SHARED)
        remember_place(f, rwlock_part(f->prover, *at, PART_READERS));
    if (f->mode.reading)
        vec_push(&f->mode.reads, *at);
    return true;
}

/* What a global refers to is nobody's own, and so is what an object refers to that is not. */
static void know_met(Attempt *f, const Term *memory, Location at, Term value)
{
    Terms *terms = &f->terms;
    Location met = {.cell = f->prover->met, .object = value};
    Location from = {.cell = f->prover->met, .object = at.object};
    if (!f->prover->met || f->mode.formal || f->way.thrifty)
        return;
    remember_place(f, met);
    Term null = term_eq(terms, value, term_number(terms, 0));
    Term known = term_or(terms, null, cell_read(f, memory, met));
    bool global = f->prover->cells.at[at.cell].kind == CELL_GLOBAL;
    access_add_fact(f, global ? known : term_implies(terms, cell_read(f, memory, from), known));
}

static Sym load(void *of, const Instr *i, Sym address)
{
    Run *r = of;
    Location at;
    if (!find_place(r, i, address, &at))
        return zero_sym(r->f, i->type);
    const Cell *cell = &r->f->prover->cells.at[at.cell];
    const Term *memory = i->flags & FLAG_OLD ? r->old : r->now;
    Sym value = {.t = cell_read(r->f, memory, at)};
    if (i->type.kind == TYPE_PTR)
        know_met(r->f, memory, at, value.t);
    if (i->type.kind == TYPE_PTR)
        return raw_pointer(value.t, cell->points);
    return value_convert(r->f, &r->f->exact, value, cell->type, i->type);
}

/* Is the thread b the one that holds the lock? */
static Sym held(void *of, const Instr *i, Sym address, Sym by)
{
    Run *r = of;
    Location at;
    if (!find_place(r, i, address, &at))
        return zero_sym(r->f, TYPE_U1);
    const Term *memory = i->flags & FLAG_OLD ? r->old : r->now;
    if (i->flags & FLAG_SHARED)
        return (Sym){.t = rwlock_reads(r->f, memory, at, by.t)};
    return (Sym){.t = term_eq(&r->f->terms, cell_read(r->f, memory, at), by.t)};
}

static Sym length(void *of, const Instr *i, Sym address)
{
    const Run *r = of;
    return value_length(r->f, address.t, r->proc->registers.at[i->dst].type);
}

static Sym move(void *of, const Instr *i, Sym a, Sym b)
{
    Attempt *f = ((Run *)of)->f;
    return f->prover->storage->move(f, i, a, b);
}

/* ---- the evaluator ---- */

static void set(void *of, int32_t reg, Sym value)
{
    ((Run *)of)->regs[reg] = value;
}

/* A term depends on nothing but the operands. */
static Sym any(void *of, const Instr *i, Type type)
{
    Run *r = of;
    (void)i;
    r->failed = true;
    return zero_sym(r->f, type);
}

static Sym compare(void *of, const Instr *i, Sym a, Sym b)
{
    Term truth = value_compare_pointers(((Run *)of)->f, i, a, b);
    return truth.ix ? (Sym){.t = truth} : any(of, i, TYPE_U1);
}

static void refuse(void *of, const Instr *i, const char *why)
{
    (void)i, (void)why;
    ((Run *)of)->failed = true;
}

/* What specifications read, and nothing else; numbers do not wrap around there. */
static const Memory reading = {
    .move = move, .compare = compare, .load = load, .length = length, .held = held};
static const Evaluator evaluator = {
    .operand = operand, .set = set, .any = any, .refuse = refuse, .memory = &reading};

/* ---- control ---- */

static void give_back(Run *r, Term when, const Instr *i)
{
    List list = r->f->program->lists.at[i->list];
    assert(list.len <= r->proc->results.len);
    for (uint32_t k = 0; k < list.len; k++) {
        Sym value = operand(r, list.at[k], r->proc->results.at[k]);
        r->results[k] = r->returned.ix ? merge_sym(r->f, when, value, r->results[k]) : value;
    }
    r->returned = r->returned.ix ? term_or(&r->f->terms, r->returned, when) : when;
}

static void inner_call(Run *r, const Instr *i)
{
    Attempt *f = r->f;
    List args = f->program->lists.at[i->list], dsts = f->program->lists.at[i->dsts];
    const Proc *callee = &f->program->procs.at[i->other];
    Sym *values = arena_array(&f->arena, Sym, args.len + 1);
    Sym *results = arena_array(&f->arena, Sym, dsts.len + 1);
    assert(callee->pure && dsts.len == callee->results.len);
    for (uint32_t k = 0; k < args.len; k++)
        values[k] = operand(r, args.at[k], callee->registers.at[k].type);
    r->failed = !call(f, r->look, i->other, values, r->now, r->old, results) || r->failed;
    for (uint32_t k = 0; k < dsts.len; k++)
        r->regs[dsts.at[k]] = results[k];
}

/* Is the value one that the quantifier is about: from a to b, or an object that has been made? */
static Term is_inside(Run *r, const Instr *i, Term any, Sym a, Sym b)
{
    Terms *terms = &r->f->terms;
    if (i->op == OP_FORALL)
        return term_and(terms, value_less(r->f, a.t, any, true, i->type),
                        value_less(r->f, any, b.t, true, i->type));
    const Term *memory = i->flags & FLAG_OLD ? r->old : r->now;
    if (r->f->empty && !r->f->prover->storage->variables)
        return term_bool(terms, false);
    Location at = {.cell = cell_made(r->f->prover, (uint32_t)i->offset), .object = any};
    assert(at.cell != UINT32_MAX); /* there is one for each layout that is asked for */
    remember_place(r->f, at);
    if (r->f->prover->storage->frees)
        return cell_exists(r->f, memory, at, r->look->of);
    return term_and(terms, term_not(terms, term_eq(terms, any, term_number(terms, 0))),
                    cell_read(r->f, memory, at));
}

/* For every such value the procedure says yes. */
static Sym quantified(Run *r, const Instr *i)
{
    Sym a = i->op == OP_FORALL ? operand(r, i->a, i->type) : (Sym){0};
    Sym b = i->op == OP_FORALL ? operand(r, i->b, i->type) : (Sym){0};
    Attempt *f = r->f;
    Terms *terms = &f->terms;
    List args = f->program->lists.at[i->list];
    const Proc *callee = &f->program->procs.at[i->other];
    Sym *values = arena_array(&f->arena, Sym, args.len + 1), result;
    assert(args.len && callee->pure);
    for (uint32_t k = 0; k < args.len; k++)
        values[k] = operand(r, args.at[k], callee->registers.at[k].type);
    uint32_t over = i->op == OP_EACH ? (uint32_t)i->offset : 0;
    char name[40];
    snprintf(name, sizeof name, "every %u", i->other); /* the same whenever it is asked */
    Term any = term_variable(terms, name, cell_value_sort(f->prover, i->type));
    if (over && r->look->only.object.ix && f->prover->cells.at[r->look->only.cell].layout == over) {
        values[args.len - 1] = raw_pointer(r->look->only.object, over);
        r->failed = !call(f, r->look, i->other, values, r->now, r->old, &result) || r->failed;
        return result;
    }
    attempt_bind(f, any, i->op == OP_EACH, over);
    values[args.len - 1] = raw_pointer(any, f->prover->storage->layouts ? over : 0);
    r->failed = r->failed || (over && raw_has_many(f->prover, over));
    r->failed = !call(f, r->look, i->other, values, r->now, r->old, &result) || r->failed;
    Term body = term_implies(terms, is_inside(r, i, any, a, b), value_bool(f, result));
    return (Sym){.t = term_forall(terms, any, body)};
}

/* An instruction that goes on to the next one.  False: it has no meaning here. */
static bool plain(Run *r, const Instr *i)
{
    Attempt *f = r->f;
    Eval eval = {&evaluator, &f->exact, f->program, r};
    if (eval_instr(&eval, i))
        return true;
    if (i->op == OP_NUMBER && !f->prover->machine)
        set(r, i->dst, (Sym){.t = value_number(f, operand(r, i->a, TYPE_THREAD).t)});
    else if (i->op == OP_FORALL || i->op == OP_EACH)
        set(r, i->dst, quantified(r, i));
    else if (i->op == OP_CALL)
        inner_call(r, i);
    else
        return false;
    return true;
}

static void step(Run *r, uint32_t pc)
{
    Attempt *f = r->f;
    const Instr *i = &f->program->code.at[pc];
    uint32_t k = pc - r->proc->begin;
    Term when = r->when[k];
    r->regs = r->at[k];
    assert(when.ix && r->regs);
    if (i->op == OP_RETURN)
        give_back(r, when, i);
    else if (i->op == OP_JUMP)
        arrive(r, i->target, r->regs, when);
    else if (i->op == OP_BRANCH) {
        Term test = value_bool(f, operand(r, i->a, TYPE_U1));
        arrive(r, i->target, r->regs, term_and(&f->terms, when, test));
        arrive(r, i->other, r->regs, term_and(&f->terms, when, term_not(&f->terms, test)));
    } else {
        r->failed = !plain(r, i) || r->failed;
        arrive(r, pc + 1, r->regs, when);
    }
}

static bool call(Attempt *f, const Look *look, uint32_t index, const Sym *args, const Term *now,
                 const Term *old, Sym *results)
{
    const Proc *proc = &f->program->procs.at[index];
    uint32_t len = proc->end - proc->begin;
    assert(len && now && old);
    Run r = {.f = f,
             .look = look,
             .proc = proc,
             .now = now,
             .old = old,
             .at = arena_array(&f->arena, Sym *, len),
             .when = arena_array(&f->arena, Term, len),
             .results = results};
    Sym *regs = arena_array(&f->arena, Sym, proc->registers.len + 1);
    for (uint32_t k = 0; k < proc->registers.len; k++)
        regs[k] = k < proc->params ? args[k] : zero_sym(f, proc->registers.at[k].type);
    arrive(&r, proc->begin, regs, term_bool(&f->terms, true));
    for (uint32_t pc = proc->begin; pc < proc->end; pc++) {
        Successors next = {0};
        flow_successors(f->program, pc, &next);
        vec_each (uint32_t, to, &next)
            r.failed = r.failed || *to <= pc; /* a loop, or code in an order of its own */
        vec_free(&next);
        if (r.when[pc - proc->begin].ix)
            step(&r, pc);
    }
    for (size_t k = 0; k < proc->results.len && !r.returned.ix; k++)
        results[k] = zero_sym(f, proc->results.at[k]);
    return !r.failed && r.returned.ix;
}

bool pure_call(Attempt *f, uint32_t index, const Sym *args, const Term *now, const Term *old,
               Sym *results)
{
    return call(f, &(Look){0}, index, args, now, old, results);
}

bool pure_look(Attempt *f, const Look *look, uint32_t proc, const Sym *args, const Term *memory,
               const Term *old, Term *result)
{
    Sym value;
    bool outer = f->mode.annotated;
    f->mode.annotated = true;
    bool right = call(f, look, proc, args, memory, old, &value);
    f->mode.annotated = outer;
    *result = right ? value_bool(f, value) : term_bool(&f->terms, false);
    return right;
}

bool pure_test(Attempt *f, uint32_t proc, const Sym *args, const Term *now, const Term *old,
               Term *result)
{
    return pure_look(f, &(Look){0}, proc, args, now, old, result);
}
