/* abstraction_step.c -- what an instruction of the program does, and whether the abstraction can do the same. */
#include "check/abstraction_inner.h"

uint32_t sim_cell(const Simulation *s, const Instr *i)
{
    if (i->op != OP_LOAD && i->op != OP_STORE)
        return NO_CLAIMED_CELL;
    uint64_t pointer = i->a < 0 ? s->p->constants.at[~i->a] : 0;
    for (uint32_t k = 0; k < s->claims->cells.len; k++) {
        const ClaimedCell *cell = &s->claims->cells.at[k];
        bool global = cell->object && i->a < 0 && cell->object == (uint32_t)(pointer >> 32) &&
                      cell->offset == (int32_t)(uint32_t)pointer + i->offset;
        bool field = !cell->object && i->a >= 0 && i->region && i->region == cell->region;
        if (cell->followed && (global || field))
            return k;
    }
    return NO_CLAIMED_CELL;
}

Term sim_operand(Simulation *s, Ref ref, Type type)
{
    if (ref == NO_REF)
        return NO_TERM;
    if (ref < 0)
        return words_constant(&s->words, s->p->constants.at[~ref], type);
    if (!s->registers[ref].ix)
        s->registers[ref] = words_fresh(&s->words, words_sort(s->of->registers.at[ref].type));
    return s->registers[ref];
}

uint32_t sim_home(const Simulation *s, const ClaimedPredicate *p)
{
    if (p->proc == CLAIMED_EVERYWHERE)
        return s->first_bit + (uint32_t)(p - s->claims->predicates.at);
    return p->proc == s->proc && !p->result ? (uint32_t)p->home : UINT32_MAX;
}

/* Parameters and results may be those of a call. */
Term sim_predicate(Simulation *s, const ClaimedPredicate *p, const Term *params,
                   const Term *results)
{
    TermList from = {0}, to = {0};
    vec_each (ClaimedVariable, v, &s->claims->variables) {
        if (!term_contains(s->words.terms, p->holds, v->term))
            continue;
        Term value = NO_TERM;
        if (v->kind == CLAIMED_CELL)
            value = s->cells[v->number];
        else if (v->kind == CLAIMED_RESULT && results)
            value = results[v->number];
        else if (v->kind == CLAIMED_REGISTER && params)
            value = params[v->number];
        else if (v->kind == CLAIMED_REGISTER && v->proc == s->proc)
            value = sim_operand(s, (Ref)v->number, s->of->registers.at[v->number].type);
        if (!value.ix)
            value = words_fresh(&s->words, term_sort(s->words.terms, v->term));
        vec_push(&from, v->term);
        vec_push(&to, value);
    }
    Term holds = term_replace(s->words.terms, p->holds, from.at, to.at, from.len);
    vec_free(&from);
    vec_free(&to);
    return holds;
}

/* ---- the same instruction ---- */

static bool same_ref(const Simulation *s, Ref mine, Ref other)
{
    if (mine == NO_REF || other == NO_REF)
        return mine == other;
    if (mine < 0)
        return other < 0 && s->p->constants.at[~mine] == s->a->constants.at[~other];
    return other == sim_map(s, mine);
}

/* Nobody may need a number that the abstraction does not have. */
static bool is_there(const Simulation *s, const Instr *i, Ref ref)
{
    return i->op == OP_TRACE || ref == NO_REF || ref < 0 ||
           !sim_register_is_abstract(s, s->proc, ref);
}

static bool same_list(const Simulation *s, const Instr *i, const Instr *o)
{
    List mine = s->p->lists.at[i->list], other = s->a->lists.at[o->list];
    bool targets = shape_has((Op)i->op, "cg"), passes = i->op == OP_CALL || i->op == OP_RETURN;
    bool fine = passes ? other.len >= mine.len : other.len == mine.len;
    for (uint32_t k = 0; fine && k < mine.len; k++) {
        if (targets && k % 2)
            fine = (uint32_t)other.at[k] == s->claims->begin.at[mine.at[k]];
        else
            fine = same_ref(s, mine.at[k], other.at[k]) && (passes || is_there(s, i, mine.at[k]));
    }
    return fine;
}

static bool same_dsts(const Simulation *s, const Instr *i, const Instr *o)
{
    List mine = s->p->lists.at[i->dsts], other = s->a->lists.at[o->dsts];
    bool fine = i->op == OP_CALL ? other.len >= mine.len : other.len == mine.len;
    for (uint32_t k = 0; fine && k < mine.len; k++)
        fine = other.at[k] == sim_map(s, mine.at[k]);
    return fine;
}

/* Who waits goes back to the same point. */
static bool same_head(const Simulation *s, uint32_t mine, uint32_t other)
{
    uint32_t mark = other < s->a->passes.len ? s->a->passes.at[other] : 0;
    Op op = (Op)s->a->code.at[other].op;
    if (s->claims->verbatim.at[s->proc])
        return other == s->claims->begin.at[mine];
    return mark >> 2 == mine && (op == OP_POINT || op == OP_YIELD);
}

bool sim_is_image(Simulation *s, const Instr *i, const Instr *o)
{
    Op op = (Op)i->op;
    const uint32_t *begin = s->claims->begin.at;
    bool fine = i->op == o->op && i->flags == o->flags && i->region == o->region &&
                i->offset == o->offset && i->type.kind == o->type.kind &&
                i->type.bits == o->type.bits && i->from.kind == o->from.kind &&
                i->from.bits == o->from.bits;
    if (fine && shape_has(op, "d"))
        fine = o->dst == sim_map(s, i->dst);
    if (fine && shape_has(op, "aAf"))
        fine = same_ref(s, i->a, o->a) && is_there(s, i, i->a);
    if (fine && shape_has(op, "bBi"))
        fine = same_ref(s, i->b, o->b) && is_there(s, i, i->b);
    if (fine && shape_has(op, "Lu"))
        fine = i->target ? o->target == begin[i->target] : !o->target;
    if (fine && shape_has(op, "h"))
        fine = same_head(s, i->target, o->target);
    if (fine && shape_has(op, "M"))
        fine = o->other == begin[i->other];
    else if (fine && shape_has(op, "wypmxv"))
        fine = o->other == i->other;
    if (fine && shape_has(op, "lcg"))
        fine = same_list(s, i, o);
    if (fine && shape_has(op, "D"))
        fine = same_dsts(s, i, o);
    return fine;
}

/* ---- calls ---- */

/* The predicates that are handed over, one behind the other; numbers that the callee has must be there. */
Term sim_handed(Simulation *s, const Instr *o)
{
    const Instr *i = &s->p->code.at[s->pc];
    Terms *t = s->words.terms;
    Term holds = t->yes;
    bool call = i->op == OP_CALL;
    if (!call && i->op != OP_RETURN)
        return holds;
    List mine = s->p->lists.at[i->list], other = s->a->lists.at[o->list];
    uint32_t proc = call ? i->other : s->proc, at = mine.len;
    const Proc *of = &s->p->procs.at[proc];
    Term *values = memory_alloc((of->registers.len + mine.len + 1) * sizeof *values);
    for (uint32_t k = 0; k < mine.len; k++) {
        Type type = call ? of->registers.at[k].type : of->results.at[k];
        values[k] = sim_operand(s, mine.at[k], type);
        bool hazy = mine.at[k] >= 0 && sim_register_is_abstract(s, s->proc, mine.at[k]);
        if (call && hazy && !sim_register_is_abstract(s, proc, (int32_t)k))
            sim_fail(s, ABSTRACTION_FAILS, "a number is handed over that is not there");
    }
    vec_each (ClaimedPredicate, p, &s->claims->predicates) {
        bool due = p->proc == proc && p->handed && (call ? p->entry : p->result) &&
                   !s->claims->verbatim.at[proc];
        if (!due)
            continue;
        Term value = sim_predicate(s, p, call ? values : NULL, call ? NULL : values);
        if (at >= other.len) {
            sim_fail(s, ABSTRACTION_FAILS, "a predicate is not handed over");
            break;
        }
        Ref ref = other.at[at++];
        Term bit = ref < 0 ? words_constant(&s->words, s->a->constants.at[~ref], TYPE_U1)
                           : sim_slot(s, (uint32_t)ref, SORT_BOOL);
        holds = term_and(t, holds, term_eq(t, bit, value));
    }
    if (at != other.len)
        sim_fail(s, ABSTRACTION_FAILS, "too much is handed over");
    memory_free(values);
    return holds;
}

static void forget_cells(Simulation *s)
{
    for (uint32_t k = 0; k < s->claims->cells.len; k++)
        if (s->claims->cells.at[k].followed)
            s->cells[k] = words_fresh(&s->words, words_sort(s->claims->cells.at[k].type));
    for (uint32_t k = 0; k < s->claims->predicates.len; k++) {
        const ClaimedPredicate *p = &s->claims->predicates.at[k];
        if (p->proc == CLAIMED_EVERYWHERE)
            s->slots[s->first_bit + k] = sim_predicate(s, p, NULL, NULL);
    }
}

static void set_both(Simulation *s, int32_t reg, Term value)
{
    s->registers[reg] = value;
    s->slots[sim_map(s, reg)] = sim_register_is_abstract(s, s->proc, reg) ? NO_TERM : value;
}

static void set_fresh(Simulation *s, int32_t reg)
{
    set_both(s, reg, words_fresh(&s->words, words_sort(s->of->registers.at[reg].type)));
}

/* It has returned: results are any numbers of which the predicates are true that it hands back. */
static void come_back(Simulation *s, const Instr *i, const Instr *o)
{
    List dsts = s->p->lists.at[i->dsts], made = s->a->lists.at[o->dsts];
    bool direct = i->op == OP_CALL, pure = direct && s->p->procs.at[i->other].pure;
    uint32_t at = dsts.len;
    Term *results = memory_alloc((dsts.len + 1) * sizeof *results);
    if (!pure)
        forget_cells(s);
    for (uint32_t k = 0; k < dsts.len; k++) {
        set_fresh(s, dsts.at[k]);
        results[k] = s->registers[dsts.at[k]];
        bool there = !sim_register_is_abstract(s, s->proc, dsts.at[k]);
        if (there && direct && s->hazy.at[s->result_of.at[i->other] + k])
            sim_fail(s, ABSTRACTION_FAILS, "a result is used that is not there");
    }
    vec_each (ClaimedPredicate, p, &s->claims->predicates) {
        if (!direct || p->proc != i->other || !p->result || !p->handed ||
            s->claims->verbatim.at[i->other])
            continue;
        if (at >= made.len) {
            sim_fail(s, ABSTRACTION_FAILS, "a predicate is not handed back");
            break;
        }
        s->slots[made.at[at++]] = sim_predicate(s, p, NULL, results);
    }
    if (at != made.len)
        sim_fail(s, ABSTRACTION_FAILS, "too much is handed back");
    memory_free(results);
}

/* Others may have run: a cell is as it was if it was mine before and is still. */
static void others_run(Simulation *s)
{
    Terms *t = s->words.terms;
    size_t count = s->claims->cells.len;
    Term *before = memory_alloc((count + 1) * sizeof *before);
    for (size_t k = 0; k < count; k++)
        before[k] = s->cells[k];
    forget_cells(s);
    for (uint32_t k = 0; k < count; k++) {
        if (!s->claims->cells.at[k].claim)
            continue;
        Term mine = sim_slot(s, s->first_claim + k, SORT_BOOL),
             still = words_fresh(&s->words, SORT_BOOL);
        s->slots[s->first_claim + k] = still;
        Term same = term_eq(t, before[k], s->cells[k]);
        s->facts = term_and(t, s->facts, term_implies(t, term_and(t, mine, still), same));
    }
    memory_free(before);
}

/* ---- steps ---- */

static void add_exit(Simulation *s, Term guard, uint32_t next, ErrorKind error)
{
    vec_push(&s->exits, ((Exit){guard, next, error, s->words.terms->no}));
}

static void step_number(Simulation *s, const Instr *i)
{
    Terms *t = s->words.terms;
    Demand demands[2];
    bool binary = shape_has((Op)i->op, "b"), all = i->op == OP_MOV && i->flags & FLAG_ALL;
    Term a = sim_operand(s, i->a, i->op == OP_CAST ? i->from : i->type), guard = t->yes;
    Term b = binary ? sim_operand(s, i->b, i->type) : NO_TERM;
    uint32_t count = words_demands(&s->words, i, a, b, demands);
    for (uint32_t k = 0; k < count; k++) {
        if (!demands[k].holds.ix) {
            sim_fail(s, ABSTRACTION_OPEN, "an error of arithmetic is not encoded");
            return;
        }
        add_exit(s, term_and(t, guard, term_not(t, demands[k].holds)), 0, demands[k].error);
        guard = term_and(t, guard, demands[k].holds);
    }
    Term value = all ? t->yes : words_compute(&s->words, i, a, b);
    s->registers[i->dst] =
        value.ix ? value : words_fresh(&s->words, words_sort(s->of->registers.at[i->dst].type));
    add_exit(s, guard, s->pc + 1, 0);
}

static void step_switch(Simulation *s, const Instr *i)
{
    Terms *t = s->words.terms;
    List cases = s->p->lists.at[i->list];
    Term value = sim_operand(s, i->a, i->type), guard = t->yes;
    for (uint32_t k = 0; k < cases.len; k += 2) {
        Term is = term_eq(t, value, sim_operand(s, cases.at[k], i->type));
        add_exit(s, term_and(t, guard, is), (uint32_t)cases.at[k + 1], 0);
        guard = term_and(t, guard, term_not(t, is));
    }
    add_exit(s, guard, i->target, 0);
}

static void step_choose(Simulation *s, const Instr *i)
{
    Terms *t = s->words.terms;
    Term low = sim_operand(s, i->a, i->type), high = sim_operand(s, i->b, i->type);
    Term value = words_fresh(&s->words, words_sort(i->type));
    Term in = term_and(t, words_le(&s->words, low, value, i->type),
                       words_le(&s->words, value, high, i->type));
    s->facts = term_and(t, s->facts, term_implies(t, words_le(&s->words, low, high, i->type), in));
    s->registers[i->dst] = value;
    Term some = words_le(&s->words, low, high, i->type);
    add_exit(s, term_not(t, some), 0, ERR_NO_CHOICE);
    add_exit(s, some, s->pc + 1, 0);
}

static void step_access(Simulation *s, const Instr *i, uint32_t cell)
{
    if (i->op == OP_LOAD)
        s->registers[i->dst] = s->cells[cell];
    else
        s->cells[cell] = sim_operand(s, i->b, i->type);
    if (i->op == OP_LOAD && s->claims->cells.at[cell].abstract &&
        !sim_register_is_abstract(s, s->proc, i->dst))
        sim_fail(s, ABSTRACTION_FAILS, "a number is read that is not there");
    add_exit(s, s->words.terms->yes, s->pc + 1, 0);
}

/* Those that the code of the abstraction does by itself.  False: another one. */
static bool step_plain(Simulation *s, const Instr *i)
{
    Terms *t = s->words.terms;
    uint32_t cell = sim_cell(s, i);
    if (words_computes(i))
        step_number(s, i);
    else if (i->op == OP_CHOOSE)
        step_choose(s, i);
    else if (i->op == OP_SWITCH)
        step_switch(s, i);
    else if (cell != NO_CLAIMED_CELL)
        step_access(s, i, cell);
    else if (i->op == OP_JUMP)
        add_exit(s, t->yes, i->target, 0);
    else if (i->op == OP_BRANCH) {
        Term test = sim_operand(s, i->a, TYPE_U1);
        if (!is_there(s, i, i->a))
            sim_fail(s, ABSTRACTION_FAILS, "a condition is not there");
        add_exit(s, test, i->target, 0);
        add_exit(s, term_not(t, test), i->other, 0);
    } else
        return false;
    return true;
}

/* The effect of an instruction that is as it was, on both sides; exits: where it goes. */
static void take_effect(Simulation *s, const Instr *i, const Instr *o)
{
    Terms *t = s->words.terms;
    List list = s->p->lists.at[i->list], dsts = s->p->lists.at[i->dsts];
    bool open = !s->atomic.at[s->proc] && s->depth.at[s->pc] <= 1;
    if (i->op == OP_CALL || i->op == OP_CALLPTR)
        come_back(s, i, o);
    else if (i->op == OP_YIELD || (i->op == OP_POINT && open))
        others_run(s);
    else {
        if (shape_has((Op)i->op, "d"))
            set_fresh(s, i->dst);
        for (uint32_t k = 0; shape_has((Op)i->op, "D") && k < dsts.len; k++) {
            Type type = s->of->registers.at[dsts.at[k]].type;
            if (i->op == OP_FORGET && words_is_integer(type))
                set_both(s, dsts.at[k], words_constant(&s->words, 0, type));
            else
                set_fresh(s, dsts.at[k]);
        }
    }
    for (uint32_t k = 0; i->op == OP_SELECT && k < list.len; k += 2)
        add_exit(s, sim_operand(s, list.at[k], TYPE_U1), (uint32_t)list.at[k + 1], 0);
    if (op_info[i->op].next)
        add_exit(s, t->yes, s->pc + 1, 0);
}

static void look_again(Simulation *s)
{
    for (uint32_t k = 0; k < s->claims->predicates.len; k++)
        s->now[k] = sim_home(s, &s->claims->predicates.at[k]) == UINT32_MAX
                        ? NO_TERM
                        : sim_predicate(s, &s->claims->predicates.at[k], NULL, NULL);
}

static bool ask(Simulation *s, Term formula)
{
    Terms *t = s->words.terms;
    formula = term_and(t, s->facts, formula);
    if (term_is_false(t, formula))
        return true;
    SolverAnswer answer = solver_check(s->solver, &formula, 1);
    uint64_t work = solver_work(s->solver);
    budget_spend(s->budget, work - s->work);
    s->work = work;
    if (answer == SOLVER_SAT)
        sim_fail(s, ABSTRACTION_FAILS, "the abstraction cannot do what the program does");
    else if (answer != SOLVER_UNSAT)
        sim_fail(s, ABSTRACTION_OPEN, "the solver gives up");
    return answer == SOLVER_UNSAT;
}

void sim_demand(Simulation *s)
{
    Terms *t = s->words.terms;
    for (size_t k = 0; k < s->exits.len && s->verdict == ABSTRACTION_HOLDS; k++)
        ask(s, term_and(t, s->exits.at[k].guard, term_not(t, s->exits.at[k].met)));
}

/* What is true of the abstraction when the walk goes on with the next instruction: nothing of what it has computed,
 * but that predicates and the register that was set are right. */
void sim_end_step(Simulation *s, uint32_t next)
{
    const Instr *i = &s->p->code.at[s->pc];
    size_t count = s->claims->predicates.len;
    for (uint32_t k = 0; k < s->slots_len; k++)
        if (s->touched[k]) {
            bool claim = k >= s->first_claim, mine = k < s->first_bit && sim_is_same(s, (int32_t)k);
            uint32_t reg = k < s->of->params ? k : k - s->claims->shift.at[s->proc];
            s->slots[k] = claim  ? words_fresh(&s->words, SORT_BOOL)
                          : mine ? s->registers[reg]
                                 : NO_TERM;
            s->touched[k] = false;
        }
    if (s->pc && shape_has((Op)i->op, "d") && !sim_register_is_abstract(s, s->proc, i->dst))
        s->slots[sim_map(s, i->dst)] = s->registers[i->dst];
    for (uint32_t k = 0; k < count; k++) {
        uint32_t home = sim_home(s, &s->claims->predicates.at[k]);
        if (home != UINT32_MAX)
            s->slots[home] = s->claims->trusted.at[next * count + k] ? s->now[k] : NO_TERM;
    }
}

/* An instruction that is as it was: first what is handed over, then what comes of it. */
static void step_image(Simulation *s, const Instr *i)
{
    Terms *t = s->words.terms;
    s->image = 0;
    s->to_image = true;
    s->image_met = t->no;
    sim_run(s, s->claims->begin.at[s->pc], false);
    s->to_image = false;
    if (s->verdict != ABSTRACTION_HOLDS || !ask(s, term_not(t, s->image_met)))
        return;
    const Instr *o = &s->a->code.at[s->image];
    if (!sim_is_image(s, i, o)) {
        sim_fail(s, ABSTRACTION_FAILS, "an instruction is not what it was");
        return;
    }
    for (uint32_t k = 0; k < s->slots_len; k++) {
        bool bit = false;
        vec_each (ClaimedPredicate, p, &s->claims->predicates)
            bit |= sim_home(s, p) == k;
        if (s->touched[k] && bit)
            sim_fail(s, ABSTRACTION_OPEN, "a predicate changes before the instruction");
        if (s->touched[k])
            s->slots[k] = k >= s->first_claim && s->ends == 1 ? t->yes : NO_TERM;
        s->touched[k] = false;
    }
    take_effect(s, i, o);
    if (!s->exits.len)
        return;
    look_again(s);
    if (op_info[i->op].next)
        sim_run(s, s->image + 1, true);
    else
        sim_arrive(s);
    sim_demand(s);
}

bool sim_step(Simulation *s)
{
    const Instr *i = &s->p->code.at[s->pc];
    uint32_t begin = s->claims->begin.at[s->pc];
    s->exits.len = 0;
    if (i->op == OP_DOUBT && i->flags & FLAG_ALL) {
        if (s->claims->begin.at[s->pc + 1] != begin)
            sim_fail(s, ABSTRACTION_FAILS, "a doubt has become something else");
        return true;
    }
    if (!step_plain(s, i)) {
        step_image(s, i);
    } else if (s->verdict == ABSTRACTION_HOLDS) {
        look_again(s);
        sim_run(s, begin, false);
        sim_demand(s);
    }
    if (s->verdict != ABSTRACTION_HOLDS)
        return false;
    if (op_info[i->op].next)
        sim_end_step(s, s->pc + 1);
    return op_info[i->op].next;
}
