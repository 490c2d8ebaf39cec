/* path.c -- a run of the abstraction, as the program would have it.
 *
 * The abstraction tells which instructions of the program it passes (landmarks), and the values of
 * conditions.  They are followed thread by thread and call by call: what becomes of each register and cell is
 * a term over those before, and a condition that was chosen is something that must hold. */
#include "engine/cegar/internal.h"

#include "ir/shape.h"

enum { FIRST_UNKNOWN = 1 << 20 };

typedef struct Call {
    uint32_t id, proc;
    uint32_t pc; /* of the call that made it */
} Call;

typedef struct Walker {
    const char *name;
    VEC(Call) calls;
} Walker;

typedef struct Walk {
    Course *path;
    Cegar *c;
    const Program *program;
    VEC(Walker) walkers;
    uint32_t calls; /* so far */
    bool changed;   /* the last deed has changed a variable */
} Walk;

/* ---- variables of calls ---- */

static Term local(Course *path, const Call *call, int32_t reg)
{
    char name[32];
    Cegar *c = path->c;
    Type type = c->program->procs.at[call->proc].registers.at[reg].type;
    snprintf(name, sizeof name, "f%u.%d", call->id, reg);
    Term term = term_variable(&c->terms, name, theory_sort(&c->theory, type));
    if (path->local_of.len <= term.ix)
        vec_resize(&path->local_of, term.ix + 1);
    if (!path->local_of.at[term.ix]) {
        vec_push(&path->locals, ((Var){VAR_REGISTER, call->proc, (uint32_t)reg, term}));
        path->local_of.at[term.ix] = (uint32_t)path->locals.len;
    }
    return term;
}

Term course_forget_calls(Course *path, Term term)
{
    TermList variables = {0}, from = {0}, to = {0};
    term_variables(path->c, term, &variables);
    vec_each (Term, t, &variables) {
        uint32_t at = t->ix < path->local_of.len ? path->local_of.at[t->ix] : 0;
        if (!at)
            continue;
        const Var *var = &path->locals.at[at - 1];
        vec_push(&from, *t);
        vec_push(&to, var_register(path->c, var->proc, (int32_t)var->number));
    }
    term = term_replace(&path->c->terms, term, from.at, to.at, from.len);
    vec_free(&variables);
    vec_free(&from);
    vec_free(&to);
    return term;
}

/* ---- deeds ---- */

static Term operand(Walk *w, const Call *call, Ref ref, Type type)
{
    if (ref == NO_REF || !data_is_integer(type))
        return NO_TERM;
    return ref < 0 ? theory_constant(&w->c->theory, w->program->constants.at[~ref], type)
                   : local(w->path, call, ref);
}

static void set(Walk *w, Deed *deed, const Call *call, int32_t reg, Term value)
{
    Type type = w->program->procs.at[call->proc].registers.at[reg].type;
    if (!data_is_integer(type))
        return;
    vec_push(&deed->vars, local(w->path, call, reg));
    vec_push(&deed->values, value.ix ? value : var_unknown(w->c, theory_sort(&w->c->theory, type)));
}

static void need(Walk *w, Deed *deed, Term holds)
{
    deed->holds = deed->holds.ix ? term_and(&w->c->terms, deed->holds, holds) : holds;
}

static void follow_number(Walk *w, Deed *deed, const Call *call, const Instr *i,
                          const TracePass *pass)
{
    Cegar *c = w->c;
    bool binary = shape_has(i->op, "b"), all = i->op == OP_MOV && i->flags & FLAG_ALL;
    Term a = operand(w, call, i->a, i->op == OP_CAST ? i->from : i->type);
    Term b = binary ? operand(w, call, i->b, i->type) : NO_TERM;
    Needs needs = cegar_needs(c, i, a, b);
    Term fine = term_bool(&c->terms, true);
    for (uint32_t k = 0; k < needs.len; k++)
        fine = term_and(&c->terms, fine, needs.at[k].holds);
    if (pass->kind == (PassKind)NEED_FAILS) {
        need(w, deed, term_not(&c->terms, fine));
        return;
    }
    if (needs.len)
        need(w, deed, fine);
    Term value = all ? term_bool(&c->terms, true) : theory_compute(&c->theory, i, a, b);
    set(w, deed, call, i->dst, value);
    if (pass->kind == PASS_RETURNS && value.ix)
        need(w, deed, pass->result ? value : term_not(&c->terms, value));
}

static void follow_choose(Walk *w, Deed *deed, const Call *call, const Instr *i,
                          const TracePass *pass)
{
    Cegar *c = w->c;
    Term low = operand(w, call, i->a, i->type), high = operand(w, call, i->b, i->type);
    if (pass->kind == PASS_RETURNS) {
        Term taken = theory_constant(&c->theory, pass->result, i->type);
        set(w, deed, call, i->dst, taken);
        if (i->type.bits > 1)
            deed->chosen = term_bits(&c->terms, TERM_BITS_SUB, taken, low);
        return;
    }
    set(w, deed, call, i->dst, NO_TERM);
    assert(deed->values.len == 1);
    Term value = deed->values.at[0];
    deed->chosen = term_bits(&c->terms, TERM_BITS_SUB, value, low);
    need(w, deed,
         term_and(&c->terms, theory_less(&c->theory, low, value, true, i->type),
                  theory_less(&c->theory, value, high, true, i->type)));
}

/* Points are not always passed: a run may begin behind one. */
static uint32_t behind_points(const Program *p, uint32_t pc)
{
    while (p->code.at[pc].op == OP_POINT || p->code.at[pc].op == OP_YIELD)
        pc++;
    return pc;
}

static void follow_switch(Walk *w, Deed *deed, const Call *call, const Instr *i, uint32_t next)
{
    Cegar *c = w->c;
    List cases = w->program->lists.at[i->list];
    Term value = operand(w, call, i->a, i->type), some = term_bool(&c->terms, false);
    Term none = term_bool(&c->terms, true);
    if (!value.ix || !next)
        return;
    next = behind_points(w->program, next);
    for (uint32_t k = 0; k < cases.len; k += 2) {
        Term is = term_eq(&c->terms, value, operand(w, call, cases.at[k], i->type));
        none = term_and(&c->terms, none, term_not(&c->terms, is));
        if (behind_points(w->program, (uint32_t)cases.at[k + 1]) == next)
            some = term_or(&c->terms, some, is);
    }
    if (behind_points(w->program, i->target) == next)
        some = term_or(&c->terms, some, none);
    need(w, deed, some);
}

static void follow_access(Walk *w, Deed *deed, const Call *call, const Instr *i)
{
    uint32_t cell = data_cell(&w->c->data, i);
    const Cell *of = cell == NO_CELL ? NULL : &w->c->data.cells.at[cell];
    if (i->op == OP_LOAD) {
        set(w, deed, call, i->dst, of ? of->term : NO_TERM);
    } else if (of) {
        Term value = operand(w, call, i->b, i->type);
        vec_push(&deed->vars, of->term);
        vec_push(&deed->values,
                 value.ix ? value : var_unknown(w->c, term_sort(&w->c->terms, of->term)));
    }
}

/* ---- calls ---- */

static void enter(Walk *w, Deed *deed, Walker *walker, uint32_t proc, uint32_t pc)
{
    const Proc *of = &w->program->procs.at[proc];
    const Instr *i = pc ? &w->program->code.at[pc] : NULL;
    Call call = {w->calls++, proc, pc}, from = {0};
    List args = i ? w->program->lists.at[i->list] : (List){0};
    if (i)
        from = vec_last(&walker->calls);
    for (uint32_t k = 0; k < of->registers.len; k++) {
        Type type = of->registers.at[k].type;
        bool param = k < of->params;
        if (!data_is_integer(type))
            continue;
        Term value = !param              ? theory_constant(&w->c->theory, 0, type)
                     : i && k < args.len ? operand(w, &from, args.at[k], type)
                                         : NO_TERM;
        set(w, deed, &call, (int32_t)k, value);
    }
    vec_push(&walker->calls, call);
}

static void leave(Walk *w, Deed *deed, Walker *walker, const Instr *i)
{
    Call call = vec_pop(&walker->calls);
    if (!walker->calls.len || !call.pc)
        return;
    Call to = vec_last(&walker->calls);
    const Proc *of = &w->program->procs.at[call.proc];
    List dsts = w->program->lists.at[w->program->code.at[call.pc].dsts];
    List values = w->program->lists.at[i->list];
    for (uint32_t k = 0; k < dsts.len && k < values.len && k < of->results.len; k++) {
        if (!data_is_integer(of->results.at[k]))
            continue;
        set(w, deed, &to, dsts.at[k], operand(w, &call, values.at[k], of->results.at[k]));
        vec_push(&deed->results, var_result(w->c, call.proc, k));
    }
}

/* Exceptions end calls, and nobody says so. */
static void unwind(Walk *w, Deed *deed, Walker *walker, uint32_t pc)
{
    uint32_t proc = program_proc_at(w->program, pc);
    while (walker->calls.len && vec_last(&walker->calls).proc != proc)
        walker->calls.len--;
    if (!walker->calls.len)
        enter(w, deed, walker, proc, 0);
}

static Walker *walker_of(Walk *w, const char *name)
{
    vec_each (Walker, walker, &w->walkers)
        if (strcmp(walker->name, name) == 0)
            return walker;
    vec_push(&w->walkers, (Walker){.name = name});
    return &vec_last(&w->walkers);
}

/* ---- the run ---- */

static void follow_other(Walk *w, Deed *deed, const Call *call, const Instr *i)
{
    List dsts = w->program->lists.at[i->dsts];
    if (shape_has(i->op, "d"))
        set(w, deed, call, i->dst, NO_TERM);
    for (uint32_t k = 0; shape_has(i->op, "D") && k < dsts.len; k++) {
        Type type = w->program->procs.at[call->proc].registers.at[dsts.at[k]].type;
        bool zero = i->op == OP_FORGET && data_is_integer(type);
        set(w, deed, call, dsts.at[k], zero ? theory_constant(&w->c->theory, 0, type) : NO_TERM);
    }
}

static bool is_target(const Program *p, uint32_t pc)
{
    const Proc *proc = &p->procs.at[program_proc_at(p, pc)];
    for (uint32_t at = proc->begin; at < proc->end; at++) {
        const Instr *i = &p->code.at[at];
        List list = p->lists.at[i->list];
        if ((shape_has(i->op, "Lhu") && i->target == pc) ||
            (shape_has(i->op, "M") && i->other == pc))
            return true;
        for (uint32_t k = 1; shape_has(i->op, "cg") && k < list.len; k += 2)
            if ((uint32_t)list.at[k] == pc)
                return true;
    }
    return pc == proc->begin;
}

/* What was known over the variable before is not known after it. */
static bool changes_variable(const Walk *w, const Call *call, const Instr *i)
{
    const Proc *proc = &w->program->procs.at[call->proc];
    return i->op == OP_STORE || (shape_has(i->op, "d") && proc->registers.at[i->dst].name);
}

/* The abstraction has the register as it is, and tells its value. */
static void follow_register(Walk *w, const char *name, const TracePass *pass, uint32_t next)
{
    Walker *walker = walker_of(w, name);
    uint32_t reg = pass->landmark - register_landmark(w->program, 0);
    Deed deed = {.pc = next, .boundary = true};
    if (!next)
        return;
    if (!walker->calls.len)
        unwind(w, &deed, walker, next);
    const Call *call = &vec_last(&walker->calls);
    assert(reg < w->program->procs.at[call->proc].registers.len);
    Type type = w->program->procs.at[call->proc].registers.at[reg].type;
    Term value = theory_constant(&w->c->theory, pass->result, type);
    bool there = false;
    for (size_t k = 0; k < deed.vars.len; k++)
        if (term_same(deed.vars.at[k], local(w->path, call, (int32_t)reg))) {
            deed.values.at[k] = value;
            there = true;
        }
    if (!there)
        set(w, &deed, call, (int32_t)reg, value);
    vec_push(&w->path->deeds, deed);
}

static void follow(Walk *w, const char *name, const TracePass *pass, uint32_t next, bool first)
{
    uint32_t pc = pass->landmark;
    assert(pc && pc < w->program->code.len);
    const Instr *i = &w->program->code.at[pc];
    Walker *walker = walker_of(w, name);
    Deed start = {.pc = pc, .boundary = true};
    unwind(w, &start, walker, pc);
    if (start.vars.len)
        vec_push(&w->path->deeds, start);
    Call call = vec_last(&walker->calls);
    assert(call.proc == program_proc_at(w->program, pc));
    bool changes = changes_variable(w, &call, i);
    Deed deed = {.pc = pc, .boundary = first || w->changed || changes || is_target(w->program, pc)};
    w->changed = changes;
    if (instr_computes(i))
        follow_number(w, &deed, &call, i, pass);
    else if (i->op == OP_CHOOSE)
        follow_choose(w, &deed, &call, i, pass);
    else if (i->op == OP_SWITCH)
        follow_switch(w, &deed, &call, i, next);
    else if (i->op == OP_LOAD || i->op == OP_STORE)
        follow_access(w, &deed, &call, i);
    else if (i->op == OP_CALL)
        enter(w, &deed, walker, i->other, pc);
    else if (i->op == OP_CALLPTR && next)
        enter(w, &deed, walker, program_proc_at(w->program, next), pc);
    else if (i->op == OP_RETURN)
        leave(w, &deed, walker, i);
    else
        follow_other(w, &deed, &call, i);
    course_want(w->path, name, pc);
    deed.wanted = w->path->wanted.len - 1;
    vec_push(&w->path->deeds, deed);
}

/* The next instruction of the program that the thread passes, after this pass of a step; 0: none. */
static uint32_t find_next(const Program *p, const Bug *bug, const TraceStep *step,
                          const TracePass *pass)
{
    for (const TracePass *next = pass + 1; next < step->passes.at + step->passes.len; next++)
        if (next->landmark < tree_landmark(p))
            return next->landmark;
    for (const TraceStep *s = step + 1; s < bug->steps.at + bug->steps.len; s++)
        if (strcmp(s->thread, step->thread) == 0)
            vec_each (TracePass, next, &s->passes)
                if (next->landmark < tree_landmark(p))
                    return next->landmark;
    return 0;
}

void course_make(Course *path, Cegar *c, const Bug *bug)
{
    Walk w = {.path = path, .c = c, .program = c->program};
    *path = (Course){.c = c};
    c->unknown = FIRST_UNKNOWN; /* not those of the abstraction */
    vec_each (TraceStep, step, &bug->steps) {
        bool first = true;
        vec_each (TracePass, pass, &step->passes) {
            if (pass->landmark == tree_landmark(c->program))
                continue;
            uint32_t next = find_next(c->program, bug, step, pass);
            if (pass->landmark > tree_landmark(c->program)) {
                follow_register(&w, step->thread, pass, next);
                continue;
            }
            follow(&w, step->thread, pass, next, first);
            first = false;
        }
    }
    vec_each (Walker, walker, &w.walkers)
        vec_free(&walker->calls);
    vec_free(&w.walkers);
}

void course_free(Course *path)
{
    vec_each (Deed, deed, &path->deeds) {
        vec_free(&deed->vars);
        vec_free(&deed->values);
        vec_free(&deed->results);
    }
    vec_free(&path->deeds);
    vec_free(&path->wanted);
    vec_free(&path->locals);
    vec_free(&path->local_of);
}
