/* rounds.c -- see rounds.h.
 *
 * The instructions of a procedure fall into strongly connected components.  Of one that is a loop a
 * counter is sought: a register that one instruction d of the loop changes, by a constant, and a
 * branch that leaves the loop when the counter is past a constant, and that stands before d in each round.
 * Then d is executed so often, and between two executions what is left of the loop without d is run
 * through once, with the loops inside it. */
#include "flow/rounds.h"

#include "flow/knots.h"
#include "ir/shape.h"

bool instr_sets(const Program *p, const Instr *i, int32_t reg)
{
    List dsts = p->lists.at[i->dsts];
    bool sets = i->dst == reg;
    for (uint32_t k = 0; k < dsts.len; k++)
        sets |= dsts.at[k] == reg;
    return sets;
}

__int128 constant_value(const Program *p, Ref ref, Type type)
{
    uint64_t value = p->constants.at[~ref];
    return type.kind == TYPE_SIGNED ? (__int128)(int64_t)value : (__int128)value;
}

uint32_t rounds_setter(const Rounds *r, uint32_t begin, uint32_t pc, int32_t reg)
{
    while (pc > begin && r->joins.at[pc] == 1 && op_info[r->program->code.at[pc - 1].op].next) {
        pc--;
        if (instr_sets(r->program, &r->program->code.at[pc], reg))
            return pc;
    }
    return 0;
}

/* ---- loops ---- */

typedef struct Finder {
    Rounds *r;
    const Program *p;
    const Proc *proc;
    Knots knots;
    Successors next;
} Finder;

/* ---- counters ---- */

typedef struct Counter {
    int32_t reg;
    Type type;
    uint32_t test, stays; /* the branch, and where it goes if the loop goes on */
    bool sense;           /* ... when its condition is this */
    uint32_t change;      /* the instruction that sets the register */
    __int128 step;
} Counter;

/* Can control get from any of `work` to the change without staying at the test? */
static bool slips(Finder *f, const Counter *c, Pcs *work)
{
    bool slips = false;
    VEC(bool) seen = {0};
    vec_resize(&seen, f->proc->end - f->proc->begin);
    while (work->len && !slips) {
        uint32_t pc = vec_pop(work);
        if (seen.at[pc - f->proc->begin])
            continue;
        seen.at[pc - f->proc->begin] = true;
        slips = pc == c->change;
        knots_successors(&f->knots, pc);
        vec_each (uint32_t, to, &f->knots.next)
            if (pc != c->test || *to != c->stays)
                vec_push(work, *to);
    }
    vec_free(&seen);
    return slips;
}

/* Does the test come before each change, from where the loop is entered and from the last change? */
static bool is_tested(Finder *f, const Counter *c)
{
    Pcs work = {0};
    uint32_t mark = *knots_mark(&f->knots, c->change);
    for (uint32_t pc = f->proc->begin; pc < f->proc->end; pc++) {
        if (*knots_mark(&f->knots, pc) == mark)
            continue;
        flow_successors(f->p, pc, &f->next);
        vec_each (uint32_t, to, &f->next)
            if (*knots_mark(&f->knots, *to) == mark)
                vec_push(&work, *to);
    }
    if (*knots_mark(&f->knots, f->proc->begin) == mark)
        vec_push(&work, f->proc->begin);
    bool slipped = slips(f, c, &work);
    work.len = 0;
    knots_successors(&f->knots, c->change);
    vec_each (uint32_t, to, &f->knots.next)
        vec_push(&work, *to);
    slipped |= slips(f, c, &work);
    vec_free(&work);
    return !slipped;
}

/* The one instruction in the loop that sets the register, if it adds a constant to it. */
static bool find_change(Finder *f, Counter *c, const uint32_t *pcs, size_t len)
{
    c->change = 0;
    for (size_t k = 0; k < len; k++) {
        if (!instr_sets(f->p, &f->p->code.at[pcs[k]], c->reg))
            continue;
        if (c->change)
            return false;
        c->change = pcs[k];
    }
    if (!c->change)
        return false;
    const Instr *i = &f->p->code.at[c->change];
    if (i->op == OP_MOV && i->a >= 0) {
        uint32_t at = rounds_setter(f->r, f->proc->begin, c->change, i->a);
        if (!at || at + 1 != c->change)
            return false;
        i = &f->p->code.at[at];
    }
    if ((i->op != OP_ADD && i->op != OP_SUB) || i->a != c->reg || i->b >= 0 ||
        !type_equal(i->type, c->type))
        return false;
    __int128 by = constant_value(f->p, i->b, i->type);
    c->step = i->op == OP_ADD ? by : -by;
    return c->step != 0;
}

/* The values with which it comes to the loop. */
static bool find_starts(Finder *f, const Counter *c, __int128 *least, __int128 *most)
{
    *least = *most = 0;
    if ((uint32_t)c->reg < f->proc->params)
        return false;
    for (uint32_t pc = f->proc->begin; pc < f->proc->end; pc++) {
        const Instr *i = &f->p->code.at[pc];
        if (*knots_mark(&f->knots, pc) == *knots_mark(&f->knots, c->change) ||
            !instr_sets(f->p, i, c->reg) || i->op == OP_FORGET)
            continue;
        if (i->op != OP_MOV || i->a >= 0)
            return false;
        __int128 value = constant_value(f->p, i->a, i->type);
        *least = value < *least ? value : *least;
        *most = value > *most ? value : *most;
    }
    return true;
}

/* While the loop goes on the counter is at most (`up`) or at least *last. */
static bool find_last(Finder *f, const Counter *c, __int128 least, __int128 most, __int128 *last)
{
    const Instr *i = &f->p->code.at[c->test - 1];
    bool up = c->step > 0, left = i->a == c->reg;
    Ref other = left ? i->b : i->a;
    __int128 end = constant_value(f->p, other, i->type);
    if (i->op == OP_NE || i->op == OP_EQ) {
        bool steps = up ? c->step == 1 && most <= end : c->step == -1 && least >= end;
        *last = up ? end - 1 : end + 1;
        return steps && c->sense == (i->op == OP_NE);
    }
    /* `counter < end` if left, else `end < counter`; the negation is the other one, and equal */
    bool upper = left == c->sense;
    bool equal = (i->op == OP_LE) == c->sense;
    *last = upper ? end - !equal : end + !equal;
    return upper == up;
}

static bool type_holds(Type type, __int128 value)
{
    __int128 one = 1;
    if (type.kind == TYPE_SIGNED)
        return value >= -(one << (type.bits - 1)) && value < one << (type.bits - 1);
    return value >= 0 && value < one << type.bits;
}

/* How often is the counter changed, each time that the loop is entered? */
static bool count_changes(Finder *f, Counter *c, const uint32_t *pcs, size_t len, uint64_t *times)
{
    __int128 least, most, last;
    if (!find_change(f, c, pcs, len) || !find_starts(f, c, &least, &most) ||
        !find_last(f, c, least, most, &last) || !is_tested(f, c) ||
        !type_holds(c->type, last + c->step))
        return false;
    __int128 way = c->step > 0 ? last - least : most - last;
    __int128 step = c->step > 0 ? c->step : -c->step;
    __int128 count = way < 0 ? 0 : way / step + 1;
    if (count >= UINT32_MAX)
        return false;
    *times = (uint64_t)count;
    return true;
}

/* A branch that compares a register with a constant, and may leave the loop. */
static bool read_test(Finder *f, uint32_t pc, Counter *c)
{
    const Instr *branch = &f->p->code.at[pc];
    if (branch->op != OP_BRANCH || pc == f->proc->begin || branch->a < 0 ||
        rounds_setter(f->r, f->proc->begin, pc, branch->a) != pc - 1)
        return false;
    bool first = *knots_mark(&f->knots, branch->target) == *knots_mark(&f->knots, pc);
    bool second = *knots_mark(&f->knots, branch->other) == *knots_mark(&f->knots, pc);
    const Instr *i = &f->p->code.at[pc - 1];
    bool compares = i->op == OP_LT || i->op == OP_LE || i->op == OP_NE || i->op == OP_EQ;
    bool number = i->type.kind == TYPE_SIGNED || i->type.kind == TYPE_UNSIGNED;
    if (first == second || !compares || !number || (i->a >= 0) == (i->b >= 0))
        return false;
    *c = (Counter){.reg = i->a >= 0 ? i->a : i->b,
                   .type = i->type,
                   .test = pc,
                   .stays = first ? branch->target : branch->other,
                   .sense = first};
    return true;
}

static uint64_t times(uint64_t a, uint64_t b)
{
    uint64_t product;
    if (a == ROUNDS_ENDLESS || b == ROUNDS_ENDLESS || __builtin_mul_overflow(a, b, &product))
        return ROUNDS_ENDLESS;
    return product;
}

static void visit(Finder *f, const uint32_t *pcs, size_t len, uint64_t often);

static void visit_loop(Finder *f, const uint32_t *pcs, size_t len, uint64_t often)
{
    Counter c;
    uint64_t count;
    knots_put(&f->knots, pcs, len);
    for (size_t k = 0; k < len; k++) {
        if (!read_test(f, pcs[k], &c) || !count_changes(f, &c, pcs, len, &count))
            continue;
        Pcs rest = {0};
        for (size_t n = 0; n < len; n++)
            if (pcs[n] != c.change)
                vec_push(&rest, pcs[n]);
        *knots_mark(&f->knots, c.change) = 0;
        f->r->most.at[c.change] = times(often, count);
        visit(f, rest.at, rest.len, times(often, count + 1));
        vec_free(&rest);
        return;
    }
    for (size_t k = 0; k < len; k++)
        f->r->most.at[pcs[k]] = ROUNDS_ENDLESS;
}

/* Of instructions of which each component is entered so often. */
static void visit(Finder *f, const uint32_t *pcs, size_t len, uint64_t often)
{
    Pcs out = {0}, ends = {0};
    uint32_t from = 0;
    knots_find(&f->knots, pcs, len, &out, &ends);
    vec_each (uint32_t, end, &ends) {
        if (knots_loop(&f->knots, out.at + from, *end - from))
            visit_loop(f, out.at + from, *end - from, often);
        else
            f->r->most.at[out.at[from]] = often;
        from = *end;
    }
    vec_free(&out);
    vec_free(&ends);
}

static void find_proc(Rounds *r, const Proc *proc)
{
    Finder f = {.r = r, .p = r->program, .proc = proc};
    Pcs all = {0};
    knots_begin(&f.knots, r->program, proc);
    for (uint32_t pc = proc->begin; pc < proc->end; pc++) {
        vec_push(&all, pc);
        flow_successors(r->program, pc, &f.next);
        vec_each (uint32_t, to, &f.next)
            r->joins.at[*to]++;
    }
    r->joins.at[proc->begin]++;
    visit(&f, all.at, all.len, 1);
    vec_free(&all);
    knots_free(&f.knots);
    vec_free(&f.next);
}

/* ---- calls ---- */

static void find_sites(Rounds *r, const Points *points)
{
    const Program *p = r->program;
    for (uint32_t k = 0; k < p->procs.len; k++)
        for (uint32_t pc = p->procs.at[k].begin; pc < p->procs.at[k].end; pc++) {
            const Instr *i = &p->code.at[pc];
            Place scratch;
            if (i->op == OP_CALL || i->op == OP_FORK)
                vec_push(&r->sites, ((RoundsSite){pc, k, i->other}));
            else if (shape_has(i->op, "p"))
                r->open.at[i->other] = true;
            if (i->op != OP_CALLPTR)
                continue;
            Places to = points_of(points, k, i->a, &scratch);
            for (uint32_t callee = 0; callee < p->procs.len; callee++)
                r->open.at[callee] |= to.any;
            vec_each (Place, at, &to.at)
                if (at->object >= points->first_proc)
                    vec_push(&r->sites, ((RoundsSite){pc, k, at->object - points->first_proc}));
        }
}

static uint64_t calls_of(Rounds *r, uint32_t proc)
{
    enum { NEW, BEGUN, KNOWN };
    if (r->visited.at[proc] == KNOWN)
        return r->calls.at[proc];
    if (r->visited.at[proc] == BEGUN || r->open.at[proc]) /* it recurses, or nobody knows */
        return ROUNDS_ENDLESS;
    r->visited.at[proc] = BEGUN;
    uint64_t sum = (int32_t)proc == r->program->init;
    vec_each (Thread, thread, &r->program->threads)
        sum += thread->proc == proc;
    for (size_t k = 0; k < r->sites.len; k++) {
        RoundsSite site = r->sites.at[k];
        if (site.callee != proc)
            continue;
        uint64_t count = times(r->most.at[site.pc], calls_of(r, site.caller));
        if (__builtin_add_overflow(sum, count, &sum))
            sum = ROUNDS_ENDLESS;
    }
    r->visited.at[proc] = KNOWN;
    r->calls.at[proc] = sum;
    return sum;
}

void rounds_find(Rounds *r, const Program *program, const Points *points)
{
    *r = (Rounds){.program = program};
    vec_resize(&r->most, program->code.len);
    vec_resize(&r->joins, program->code.len);
    vec_resize(&r->calls, program->procs.len);
    vec_resize(&r->visited, program->procs.len);
    vec_resize(&r->open, program->procs.len);
    vec_each (Proc, proc, &program->procs) {
        find_proc(r, proc);
        r->open.at[proc - program->procs.at] = proc->pure;
    }
    find_sites(r, points);
}

uint64_t rounds_at(Rounds *r, uint32_t proc, uint32_t pc)
{
    return times(r->most.at[pc], calls_of(r, proc));
}

void rounds_free(Rounds *r)
{
    vec_free(&r->most);
    vec_free(&r->joins);
    vec_free(&r->calls);
    vec_free(&r->visited);
    vec_free(&r->sites);
    vec_free(&r->open);
}
