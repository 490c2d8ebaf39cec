/* future.c -- see future.h.
 *
 * Of a procedure: what its instructions do, and all that it calls or starts, up to a fixed point of
 * the whole program.  Of a place in a procedure: what the instructions do that control can reach from
 * there (live.h, flow_successors).  A call through a pointer may lead to each procedure whose address
 * is taken somewhere.  Where the pointer is a parameter that nobody changes, as in the procedure that
 * each thread begins with, the place only says so, and whoever has the frame can say where it leads. */
#include "flow/future.h"

#include "ir/shape.h"

typedef uint64_t *Set;

static void set_add(Set set, uint32_t bit)
{
    set[bit / 64] |= (uint64_t)1 << bit % 64;
}

static bool set_join(const Futures *f, Set set, const uint64_t *other)
{
    uint64_t more = 0;
    for (uint32_t w = 0; w < f->words; w++) {
        more |= other[w] & ~set[w];
        set[w] |= other[w];
    }
    return more != 0;
}

static void add_fact(const Futures *f, Set set, FutureFact fact, uint32_t number)
{
    set_add(set, f->first[fact] + number);
}

/* The global that a constant may be an address in; 0: none. */
static uint32_t named_global(const Futures *f, Ref ref)
{
    if (ref >= 0 || ref == NO_REF)
        return 0;
    uint64_t object = f->program->constants.at[~ref] >> 32;
    return object < f->program->globals.len ? (uint32_t)object : 0;
}

static void take_address(const Futures *f, Set set, Ref ref)
{
    uint32_t global = named_global(f, ref);
    if (global)
        add_fact(f, set, FUTURE_TAKES, global);
}

/* Memory behind a pointer. */
static void add_access(const Futures *f, Set set, uint32_t region, Effect effect)
{
    uint32_t number = f->raw ? 0 : region;
    if (effect & EFFECT_READ) {
        set_add(set, FUTURE_FOLLOWS_SOME);
        add_fact(f, set, FUTURE_FOLLOWS, number);
    }
    if (effect & EFFECT_WRITE) {
        set_add(set, FUTURE_CHANGES_SOME);
        add_fact(f, set, FUTURE_CHANGES, number);
    }
}

/* An access to what operand a points to. */
static void add_place(const Futures *f, Set set, const Instr *i, Effect effect)
{
    uint32_t global = named_global(f, i->a);
    if (!global) {
        add_access(f, set, i->region, effect);
        return;
    }
    if (effect & EFFECT_READ)
        add_fact(f, set, FUTURE_READS, global);
    if (effect & EFFECT_WRITE)
        add_fact(f, set, FUTURE_WRITES, global);
}

/* Memory that is told by no region: whole objects, or several of them. */
static void add_anything(const Futures *f, Set set, Effect effect)
{
    add_access(f, set, 0, effect);
    set_add(set, FUTURE_PASSES);
}

static void add_memory(const Futures *f, Set set, const Instr *i)
{
    Op op = (Op)i->op;
    if (f->has_place[i->op])
        add_place(f, set, i, op_info[op].effect);
    if (op == OP_SETADD || op == OP_SETDEL || op == OP_SEND || op == OP_RECEIVE ||
        (op == OP_STORE && i->type.kind == TYPE_PTR))
        set_add(set, FUTURE_PASSES);
    if (op == OP_CLASSOF || ((op == OP_SETADD || op == OP_SETDEL) && (i->flags & FLAG_ALL)))
        add_anything(f, set, EFFECT_READ);
    if (f->raw && i->type.kind == TYPE_PTR && i->a >= 0 && i->b >= 0 &&
        (op == OP_EQ || op == OP_NE || op == OP_LT ||
         op == OP_LE)) /* are the objects still there? */
        add_access(f, set, 0, EFFECT_READ);
    if (op == OP_COPY || op == OP_FILL || op == OP_FREE)
        add_anything(f, set, EFFECT_UPDATE);
}

/* Every other constant address is a value that goes somewhere. */
static void add_addresses(const Futures *f, Set set, const Instr *i)
{
    const List *list = &f->program->lists.at[i->list];
    for (const char *c = op_info[i->op].shape; *c; c++)
        if (*c == 'b' || *c == 'B')
            take_address(f, set, i->b);
        else if (*c == 'a' || (*c == 'A' && !f->has_place[i->op]))
            take_address(f, set, i->a);
        else if (*c == 'l')
            for (uint32_t k = 0; k < list->len; k++)
                take_address(f, set, list->at[k]);
}

/* The instruction by itself, without what it calls. */
static void add_instr(const Futures *f, Set set, const Instr *i)
{
    if (i->op == OP_FORK)
        set_add(set, FUTURE_FORKS);
    if (i->op == OP_JOIN)
        set_add(set, FUTURE_JOINS);
    if (i->op == OP_RESULT)
        set_add(set, FUTURE_RESULTS);
    add_memory(f, set, i);
    add_addresses(f, set, i);
}

/* ---- procedures ---- */

static bool is_defined(const Program *program, const Proc *proc, uint32_t reg)
{
    for (uint32_t pc = proc->begin; pc < proc->end; pc++) {
        const Instr *i = &program->code.at[pc];
        const List *dsts = &program->lists.at[i->dsts];
        if (shape_has((Op)i->op, "d") && i->dst == (int32_t)reg)
            return true;
        for (uint32_t k = 0; shape_has((Op)i->op, "D") && k < dsts->len; k++)
            if (dsts->at[k] == (int32_t)reg)
                return true;
    }
    return false;
}

/* A call through a parameter that stays what it is; FUTURE_PARAMS: it is none. */
static uint32_t called_param(const Program *program, const Proc *proc, const Instr *i)
{
    if (i->op != OP_CALLPTR || i->a < 0 || (uint32_t)i->a >= proc->params ||
        i->a >= FUTURE_PARAMS || is_defined(program, proc, (uint32_t)i->a))
        return FUTURE_PARAMS;
    return (uint32_t)i->a;
}

typedef VEC(uint32_t) Procs;

/* Appends the procedures that the instruction may call or start. */
static void find_callees(const Futures *f, const Instr *i, Procs *out)
{
    if (i->op == OP_CALLPTR)
        vec_each (const uint32_t, proc, &f->taken) {
            if (program_may_lead(f->program, i, &f->program->procs.at[*proc]))
                vec_push(out, *proc);
        }
    else if (f->has_proc[i->op])
        vec_push(out, i->other);
}

static FutureId intern(Futures *f, const uint64_t *set)
{
    return (FutureId){records_add(&f->sets, set, f->words)};
}

static void prepare_procs(Futures *f)
{
    const Program *program = f->program;
    Procs callees = {0}, callers = {0};
    Set all = memory_alloc(program->procs.len * f->words * sizeof *all + 1);
    for (uint32_t proc = 0; proc < program->procs.len; proc++) {
        const Proc *p = &program->procs.at[proc];
        for (uint32_t pc = p->begin; pc < p->end; pc++) {
            add_instr(f, all + (size_t)proc * f->words, &program->code.at[pc]);
            find_callees(f, &program->code.at[pc], &callees);
        }
        while (callers.len < callees.len)
            vec_push(&callers, proc);
    }
    for (bool grew = true; grew;) {
        grew = false;
        for (size_t k = callers.len; k-- > 0;)
            grew |= callers.at[k] != callees.at[k] &&
                    set_join(f, all + (size_t)callers.at[k] * f->words,
                             all + (size_t)callees.at[k] * f->words);
    }
    for (uint32_t proc = 0; proc < program->procs.len; proc++)
        f->of_proc.at[proc] = intern(f, all + (size_t)proc * f->words);
    memory_free(all);
    vec_free(&callees);
    vec_free(&callers);
}

/* Procedures whose address is taken somewhere may be called through pointers. */
static void find_taken(Futures *f)
{
    VEC(bool) known = {0};
    vec_resize(&known, f->program->procs.len);
    vec_each (uint64_t, constant, &f->program->constants) {
        uint64_t proc = (*constant >> 32) - PROC_OBJECT;
        if (*constant >> 32 < PROC_OBJECT || proc >= known.len || known.at[proc])
            continue;
        known.at[proc] = true;
        vec_push(&f->taken, (uint32_t)proc);
    }
    vec_free(&known);
}

void futures_begin(Futures *f, const Program *program)
{
    *f = (Futures){.program = program, .raw = program_is_raw(program)};
    uint32_t bit = FUTURE_FLAGS;
    for (FutureFact fact = 0; fact < FUTURE_FACTS; fact++) {
        f->first[fact] = bit;
        bit += (uint32_t)(fact < FUTURE_FOLLOWS ? program->globals.len : program->regions.len);
    }
    f->words = bit / 64 + 1;
    vec_resize(&f->scratch, f->words);
    memset(f->scratch.at, 0, f->words * sizeof *f->scratch.at);
    f->nothing = intern(f, f->scratch.at);
    vec_resize(&f->of_proc, program->procs.len);
    vec_resize(&f->of_pc, program->code.len);
    for (Op op = 0; op < OPS; op++) {
        f->has_place[op] = shape_has(op, "A") && shape_has(op, "r");
        f->has_proc[op] = shape_has(op, "p");
    }
    find_taken(f);
    prepare_procs(f);
}

void futures_end(Futures *f)
{
    records_free(&f->sets);
    pairs_free(&f->sums);
    vec_free(&f->sum_of);
    vec_free(&f->of_proc);
    vec_free(&f->of_pc);
    vec_free(&f->taken);
    vec_free(&f->scratch);
}

/* ---- places ---- */

static void add_called(Futures *f, Set set, const Proc *proc, const Instr *i)
{
    uint32_t param = called_param(f->program, proc, i);
    if (param < FUTURE_PARAMS)
        set_add(set, FUTURE_CALLS + param);
    if (param < FUTURE_PARAMS)
        return;
    Procs callees = {0};
    find_callees(f, i, &callees);
    vec_each (uint32_t, callee, &callees)
        set_join(f, set, futures_set(f, f->of_proc.at[*callee]));
    vec_free(&callees);
}

/* All places of one procedure, backwards until nothing changes. */
static void prepare_places(Futures *f, const Proc *proc)
{
    uint32_t len = proc->end - proc->begin;
    Set at = memory_alloc((size_t)len * f->words * sizeof *at + 1);
    Successors next = {0};
    for (uint32_t k = 0; k < len; k++) {
        const Instr *i = &f->program->code.at[proc->begin + k];
        add_instr(f, at + (size_t)k * f->words, i);
        add_called(f, at + (size_t)k * f->words, proc, i);
    }
    for (bool grew = true; grew;) {
        grew = false;
        for (uint32_t k = len; k-- > 0;) {
            flow_successors(f->program, proc->begin + k, &next);
            vec_each (uint32_t, to, &next)
                grew |= set_join(f, at + (size_t)k * f->words,
                                 at + (size_t)(*to - proc->begin) * f->words);
        }
    }
    for (uint32_t k = 0; k < len; k++)
        f->of_pc.at[proc->begin + k] = intern(f, at + (size_t)k * f->words);
    memory_free(at);
    vec_free(&next);
}

FutureId futures_at(Futures *f, uint32_t pc, bool waits)
{
    if (!f->of_pc.at[pc].ix)
        prepare_places(f, &f->program->procs.at[program_proc_at(f->program, pc)]);
    if (!waits)
        return f->of_pc.at[pc];
    FutureId all = f->nothing;
    Successors next = {0};
    flow_successors(f->program, pc, &next);
    vec_each (uint32_t, to, &next)
        all = futures_sum(f, all, f->of_pc.at[*to]);
    vec_free(&next);
    return all;
}

FutureId futures_sum(Futures *f, FutureId a, FutureId b)
{
    bool is_new;
    if (a.ix == b.ix)
        return a;
    uint32_t pair =
        pairs_add(&f->sums, a.ix < b.ix ? a.ix : b.ix, a.ix < b.ix ? b.ix : a.ix, &is_new);
    if (!is_new)
        return f->sum_of.at[pair];
    memcpy(f->scratch.at, futures_set(f, a), f->words * sizeof *f->scratch.at);
    set_join(f, f->scratch.at, futures_set(f, b));
    vec_push(&f->sum_of, intern(f, f->scratch.at));
    return vec_last(&f->sum_of);
}
