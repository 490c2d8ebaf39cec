/* abstraction_run.c -- the code of the abstraction for one instruction of the program, on all ways through it. */
#include "check/abstraction_inner.h"

#include <string.h>

enum { MOST_INSTRUCTIONS = 200000 };

Term sim_slot(Simulation *s, uint32_t slot, Sort sort)
{
    if (!s->slots[slot].ix)
        s->slots[slot] = words_fresh(&s->words, sort);
    return s->slots[slot];
}

void sim_set(Simulation *s, uint32_t slot, Term value)
{
    vec_push(&s->undo, ((Undo){slot, s->slots[slot]}));
    s->slots[slot] = value;
    s->touched[slot] = true;
}

static void undo_to(Simulation *s, size_t len)
{
    while (s->undo.len > len) {
        Undo undo = vec_pop(&s->undo);
        s->slots[undo.at] = undo.old;
    }
}

static Term operand(Simulation *s, Ref ref, Type type)
{
    if (ref < 0)
        return words_constant(&s->words, s->a->constants.at[~ref], type);
    return sim_slot(s, (uint32_t)ref, words_sort(s->made->registers.at[ref].type));
}

bool sim_is_same(const Simulation *s, int32_t reg)
{
    int32_t params = (int32_t)s->of->params, shift = (int32_t)s->claims->shift.at[s->proc];
    int32_t mine = reg < params ? reg : reg - shift;
    bool mapped = reg < params || (reg >= params + shift && mine < (int32_t)s->of->registers.len);
    return mapped && !sim_register_is_abstract(s, s->proc, mine);
}

/* What the instruction of the program sets may change; other registers that are the same must stay so. */
static void write_register(Simulation *s, int32_t reg, Term value)
{
    const Instr *i = &s->p->code.at[s->pc];
    bool own = s->pc && shape_has((Op)i->op, "d") && reg == sim_map(s, i->dst);
    if (sim_is_same(s, reg) && !own && !term_same(value, s->slots[reg]))
        sim_fail(s, ABSTRACTION_FAILS, "a register changes that is the same in the program");
    sim_set(s, (uint32_t)reg, value);
}

/* ---- memory ---- */

static uint32_t object_of(const Simulation *s, const Instr *o)
{
    return o->a < 0 ? (uint32_t)(s->a->constants.at[~o->a] >> 32) : 0;
}

/* The slot of a global that the program does not have; UINT32_MAX: it is none. */
static uint32_t global_slot(const Simulation *s, uint32_t object)
{
    if (object < s->p->globals.len || object >= s->a->globals.len)
        return UINT32_MAX;
    for (uint32_t k = 0; k < s->claims->predicates.len; k++) {
        const ClaimedPredicate *p = &s->claims->predicates.at[k];
        if (p->proc == CLAIMED_EVERYWHERE && (uint32_t)p->home == object)
            return s->first_bit + k;
    }
    for (uint32_t k = 0; k < s->claims->cells.len; k++)
        if (s->claims->cells.at[k].claim == object)
            return s->first_claim + k;
    return UINT32_MAX;
}

/* The cell that the program accesses here, by the same address. */
static uint32_t own_cell(Simulation *s, const Instr *o)
{
    const Instr *i = &s->p->code.at[s->pc];
    bool same = o->op == i->op && o->offset == i->offset && o->region == i->region &&
                o->type.kind == i->type.kind && o->type.bits == i->type.bits &&
                o->flags == i->flags && o->a == (i->a < 0 ? i->a : sim_map(s, i->a)) &&
                (i->a < 0 || !sim_register_is_abstract(s, s->proc, i->a));
    if (!same)
        sim_fail(s, ABSTRACTION_FAILS, "another place in memory is accessed");
    return same ? sim_cell(s, i) : NO_CLAIMED_CELL;
}

static void run_load(Simulation *s, const Instr *o)
{
    uint32_t slot = global_slot(s, object_of(s, o)), cell;
    if (slot != UINT32_MAX && slot >= s->first_claim) /* who: only compared with oneself */
        write_register(s, o->dst, NO_TERM);
    else if (slot != UINT32_MAX)
        write_register(s, o->dst, sim_slot(s, slot, SORT_BOOL));
    else if ((cell = own_cell(s, o)) != NO_CLAIMED_CELL && !s->claims->cells.at[cell].abstract)
        write_register(s, o->dst, s->cells[cell]);
    else
        write_register(s, o->dst, NO_TERM);
}

static void run_store(Simulation *s, const Instr *o)
{
    uint32_t slot = global_slot(s, object_of(s, o));
    Term value = o->type.kind == TYPE_TID ? NO_TERM : operand(s, o->b, o->type);
    if (slot != UINT32_MAX && slot >= s->first_claim) {
        if (o->b < 0 || !term_same(s->slots[o->b], s->self))
            sim_fail(s, ABSTRACTION_FAILS, "somebody else is said to claim a cell");
        sim_set(s, slot, s->words.terms->yes);
        return;
    }
    if (slot != UINT32_MAX) {
        sim_set(s, slot, value);
        return;
    }
    uint32_t cell = own_cell(s, o);
    if (cell == NO_CLAIMED_CELL) {
        sim_fail(s, ABSTRACTION_FAILS, "the abstraction writes memory that the program does not");
        return;
    }
    if (!s->claims->cells.at[cell].abstract && !term_same(value, s->cells[cell]))
        sim_fail(s, ABSTRACTION_FAILS, "a cell changes that is the same in the program");
}

/* The slot whose claim was loaded to the register by one of the instructions before; UINT32_MAX: none. */
static uint32_t claim_in(const Simulation *s, uint32_t at, Ref reg)
{
    for (uint32_t pc = at; pc-- > s->made->begin && at - pc < 8;) {
        const Instr *o = &s->a->code.at[pc];
        if (shape_has((Op)o->op, "d") && o->dst == reg)
            return o->op == OP_LOAD ? global_slot(s, object_of(s, o)) : UINT32_MAX;
    }
    return UINT32_MAX;
}

/* ---- instructions ---- */

/* Somebody compares who has claimed a cell with itself. */
static bool run_who(Simulation *s, uint32_t at, const Instr *o)
{
    uint32_t slot = claim_in(s, at, o->a);
    bool fine = o->op == OP_EQ && o->type.kind == TYPE_TID && o->b >= 0 && slot != UINT32_MAX &&
                slot >= s->first_claim && term_same(s->slots[o->b], s->self);
    if (fine)
        write_register(s, o->dst, sim_slot(s, slot, SORT_BOOL));
    return fine;
}

static bool run_number(Simulation *s, const Instr *o, Term *cond)
{
    Demand demands[2];
    Terms *t = s->words.terms;
    bool binary = shape_has((Op)o->op, "b");
    Term a = operand(s, o->a, o->op == OP_CAST ? o->from : o->type);
    Term b = binary ? operand(s, o->b, o->type) : NO_TERM;
    uint32_t count = words_demands(&s->words, o, a, b, demands);
    for (uint32_t k = 0; k < count; k++) {
        if (!demands[k].holds.ix)
            return false;
        Term fails = term_and(t, *cond, term_not(t, demands[k].holds));
        vec_each (Exit, exit, &s->exits)
            if (!exit->next && exit->error == demands[k].error)
                exit->met = term_or(t, exit->met, fails);
        *cond = term_and(t, *cond, demands[k].holds);
    }
    Term value = words_compute(&s->words, o, a, b);
    if (value.ix && o->op == OP_MUL && binary) { /* the same product as the program's */
        const Instr *i = &s->p->code.at[s->pc];
        if (i->op == OP_MUL && o->dst == sim_map(s, i->dst))
            value = s->registers[i->dst];
    }
    write_register(s, o->dst, value);
    return true;
}

/* The way ends where the code of another instruction begins. */
static void arrive(Simulation *s, uint32_t at, Term cond)
{
    Terms *t = s->words.terms;
    size_t count = s->claims->predicates.len;
    const Instr *i = &s->p->code.at[s->pc];
    s->ends++;
    vec_each (Exit, exit, &s->exits) {
        Term match = cond;
        if (!exit->next || s->claims->begin.at[exit->next] != at)
            continue;
        for (uint32_t k = 0; k < count && !term_is_false(t, match); k++) {
            const ClaimedPredicate *p = &s->claims->predicates.at[k];
            uint32_t home = sim_home(s, p);
            if (home == UINT32_MAX || !s->claims->trusted.at[exit->next * count + k])
                continue;
            match = term_and(t, match, term_eq(t, sim_slot(s, home, SORT_BOOL), s->now[k]));
        }
        bool sets = s->pc && shape_has((Op)i->op, "d") && s->registers[i->dst].ix &&
                    sim_is_same(s, sim_map(s, i->dst));
        if (sets && !term_is_false(t, match)) {
            uint32_t slot = (uint32_t)sim_map(s, i->dst);
            Term mine = sim_slot(s, slot, words_sort(s->of->registers.at[i->dst].type));
            match = term_and(t, match, term_eq(t, mine, s->registers[i->dst]));
        }
        uint32_t cell = i->op == OP_STORE ? sim_cell(s, i) : NO_CLAIMED_CELL;
        if (cell != NO_CLAIMED_CELL && s->claims->cells.at[cell].claim)
            match = term_and(t, match, sim_slot(s, s->first_claim + cell, SORT_BOOL));
        exit->met = term_or(t, exit->met, match);
    }
}

void sim_arrive(Simulation *s)
{
    for (size_t k = 0; k < s->exits.len; k++)
        arrive(s, s->claims->begin.at[s->exits.at[k].next], s->words.terms->yes);
}

static void run_fail_exit(Simulation *s, const Instr *o, Term cond)
{
    Terms *t = s->words.terms;
    vec_each (Exit, exit, &s->exits)
        if (!exit->next && (int32_t)exit->error == o->offset)
            exit->met = term_or(t, exit->met, cond);
}

static void run_from(Simulation *s, uint32_t at, Term cond);

static void run_both(Simulation *s, Term test, uint32_t yes, uint32_t no, Term cond)
{
    Terms *t = s->words.terms;
    size_t len = s->undo.len;
    Term first = term_and(t, cond, test), second = term_and(t, cond, term_not(t, test));
    if (!term_is_false(t, first))
        run_from(s, yes, first);
    undo_to(s, len);
    if (!term_is_false(t, second))
        run_from(s, no, second);
    undo_to(s, len);
}

static void run_switch(Simulation *s, const Instr *o, Term cond)
{
    Terms *t = s->words.terms;
    List cases = s->a->lists.at[o->list];
    Term value = operand(s, o->a, o->type);
    for (uint32_t k = 0; k < cases.len; k += 2) {
        size_t len = s->undo.len;
        Term is = term_eq(t, value, operand(s, cases.at[k], o->type));
        run_from(s, (uint32_t)cases.at[k + 1], term_and(t, cond, is));
        undo_to(s, len);
        cond = term_and(t, cond, term_not(t, is));
    }
    run_from(s, o->target, cond);
}

/* A choice: of a predicate, either way; of a number that is as it was, that of the program. */
static void run_choose(Simulation *s, uint32_t at, const Instr *o, Term cond)
{
    const Instr *i = &s->p->code.at[s->pc];
    size_t len = s->undo.len;
    if (i->op == OP_CHOOSE && o->dst == sim_map(s, i->dst)) {
        if (!sim_is_image(s, i, o))
            sim_fail(s, ABSTRACTION_FAILS, "it chooses from other numbers");
        vec_each (Exit, exit, &s->exits)
            if (!exit->next && exit->error == ERR_NO_CHOICE)
                exit->met = term_or(s->words.terms, exit->met, cond);
        write_register(s, o->dst, s->registers[i->dst]);
        run_from(s, at + 1, cond);
        return;
    }
    if (o->type.bits != 1) {
        sim_fail(s, ABSTRACTION_OPEN, "a choice is not followed");
        return;
    }
    for (int k = 0; k < 2; k++) {
        write_register(s, o->dst, term_bool(s->words.terms, k == 0));
        run_from(s, at + 1, cond);
        undo_to(s, len);
    }
}

static bool is_image(const Simulation *s, uint32_t at)
{
    uint32_t mark = at < s->a->passes.len ? s->a->passes.at[at] : 0;
    return mark >> 2 == s->pc && s->a->code.at[at].op == s->p->code.at[s->pc].op;
}

/* One that goes on with the next; false: it is another one. */
static bool run_plain(Simulation *s, uint32_t at, const Instr *o, Term *cond)
{
    if (words_computes(o))
        return run_number(s, o, cond);
    if (o->op == OP_EQ)
        return run_who(s, at, o);
    if (o->op == OP_LOAD)
        run_load(s, o);
    else if (o->op == OP_STORE)
        run_store(s, o);
    else if (o->op == OP_SELF)
        write_register(s, o->dst, s->self);
    else
        return false;
    return true;
}

static void run_from(Simulation *s, uint32_t at, Term cond)
{
    for (uint32_t n = 0; s->verdict == ABSTRACTION_HOLDS && !term_is_false(s->words.terms, cond);
         n++) {
        const Instr *o = &s->a->code.at[at];
        if (s->ends > MOST_ENDS || n > MOST_INSTRUCTIONS) {
            sim_fail(s, ABSTRACTION_OPEN, "there are too many ways through an instruction");
            return;
        }
        if (s->back.at[at] && s->begun) {
            arrive(s, at, cond);
            return;
        }
        s->begun = true;
        if (s->to_image && is_image(s, at)) {
            if (s->image && s->image != at)
                sim_fail(s, ABSTRACTION_OPEN, "an instruction stands there twice");
            s->image = at;
            cond = term_and(s->words.terms, cond, sim_handed(s, o));
            s->image_met = term_or(s->words.terms, s->image_met, cond);
            s->ends++;
            return;
        }
        if (run_plain(s, at, o, &cond)) {
            at++;
            continue;
        }
        switch ((Op)o->op) {
        case OP_JUMP:
            at = o->target;
            continue;
        case OP_BRANCH:
            run_both(s, operand(s, o->a, TYPE_U1), o->target, o->other, cond);
            return;
        case OP_SWITCH:
            run_switch(s, o, cond);
            return;
        case OP_CHOOSE:
            run_choose(s, at, o, cond);
            return;
        case OP_FAIL:
            run_fail_exit(s, o, cond);
            return;
        case OP_ASSUME:
            if (o->a >= 0 || s->a->constants.at[~o->a])
                sim_fail(s, ABSTRACTION_OPEN, "an assumption is not followed");
            return;
        case OP_MOV ... OP_FENCE:
        case OP_POINT ... OP_END:
        case OP_SELECT:
        case OP_DOUBT ... OP_WITNESS:
        case OP_ACCEPT ... OP_NUMBER:
        case OPS:
            sim_fail(s, ABSTRACTION_FAILS, "the abstraction does something else");
            return;
        }
    }
}

void sim_run(Simulation *s, uint32_t at, bool begun)
{
    s->ends = 0;
    s->begun = begun;
    run_from(s, at, s->words.terms->yes);
    undo_to(s, 0);
}
