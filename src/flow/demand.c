/* demand.c -- see demand.h.  All uses of a register count at once, wherever they are, so the answer does
 * not depend on the order of instructions.  It is a least fixpoint: what a result is asked for is asked
 * of its operands.
 *
 * Why a modulus.  (a >> 4) % 8 is the same for all a that are the same modulo 128, and (a >> 4) % 7 for
 * all that are the same modulo 112.  Sums, products and bits keep to powers of two, since they wrap
 * around; shifts to the right, divisions and remainders of unsigned numbers keep to any modulus.  All
 * else, what is stored, compared or given to somebody unknown, is asked for all of its bits. */
#include "flow/demand.h"

#include <string.h>

enum { MOST_BITS = 31 }; /* a modulus has fewer than 32 bits */

typedef struct Walk {
    const Program *program;
    VEC(uint32_t) base;     /* procedure -> its first register in needs */
    VEC(Demand) needs;      /* of registers */
    VEC(uint32_t) results;  /* procedure -> its first result in returned */
    VEC(Demand) returned;   /* of what procedures return */
    uint32_t proc;          /* at hand */
    bool pointers_to_procs; /* somebody calls through a pointer */
    bool changed;
} Walk;

static uint64_t divisor(uint64_t a, uint64_t b)
{
    return b ? divisor(b, a % b) : a;
}

static Demand fitting(uint64_t modulus)
{
    return modulus >> MOST_BITS > 1 ? DEMAND_ALL : (Demand)modulus;
}

Demand demand_join(Demand a, Demand b)
{
    if (a == DEMAND_ALL || b == DEMAND_ALL)
        return DEMAND_ALL;
    return fitting(a / divisor(a, b) * (uint64_t)b);
}

static bool is_power(Demand demand)
{
    return demand && !(demand & (demand - 1));
}

Demand demand_of_low_bits(Demand demand, uint32_t bits)
{
    Demand all = bits <= MOST_BITS ? (Demand)1 << bits : DEMAND_ALL;
    if (demand == DEMAND_NONE || (is_power(demand) && (all == DEMAND_ALL || demand < all)))
        return demand;
    return all;
}

/* ---- what is asked ---- */

static void ask(Walk *w, Ref ref, Demand demand)
{
    if (ref < 0 || ref == NO_REF)
        return;
    Demand *need = &w->needs.at[w->base.at[w->proc] + (uint32_t)ref];
    Demand both = demand_join(*need, demand);
    w->changed |= both != *need;
    *need = both;
}

static void ask_all(Walk *w, const Instr *i)
{
    for (const char *c = op_info[i->op].shape; *c; c++)
        if (strchr("aAf", *c))
            ask(w, i->a, DEMAND_ALL);
        else if (strchr("bBi", *c))
            ask(w, i->b, DEMAND_ALL);
        else if (*c == 'l' || *c == 'g') /* behind each guard is its label */
            for (uint32_t k = 0; k < w->program->lists.at[i->list].len; k += *c == 'g' ? 2 : 1)
                ask(w, w->program->lists.at[i->list].at[k], DEMAND_ALL);
}

static Demand asked(const Walk *w, int32_t reg)
{
    return reg < 0 ? DEMAND_NONE : w->needs.at[w->base.at[w->proc] + (uint32_t)reg];
}

static bool is_constant(const Walk *w, Ref ref, uint64_t *value)
{
    if (ref >= 0 || ref == NO_REF)
        return false;
    *value = w->program->constants.at[~ref];
    return true;
}

static bool is_integer(Type type)
{
    return type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED;
}

/* ---- instructions ---- */

/* Modulo a power of two each of these depends on its operands modulo that power.  A sum with a small
 * number does not wrap around, if the other one is an address: that keeps to any modulus. */
static void visit_ring(Walk *w, const Instr *i, Demand demand)
{
    uint64_t constant;
    bool small = i->op == OP_ADD && is_constant(w, i->b, &constant) && constant >> 32 == 0 &&
                 i->type.bits == 64;
    if (!is_power(demand) && !small)
        demand = DEMAND_ALL;
    ask(w, i->a, demand);
    ask(w, i->b, demand);
}

static uint32_t bit_length(uint64_t word)
{
    return word ? 64 - (uint32_t)__builtin_clzll(word) : 0;
}

static void visit_and(Walk *w, const Instr *i, Demand demand)
{
    uint64_t mask;
    bool second = is_constant(w, i->b, &mask), constant = second || is_constant(w, i->a, &mask);
    if (!constant) {
        visit_ring(w, i, demand);
        return;
    }
    if (is_power(demand))
        mask &= demand - 1;
    uint32_t bits = bit_length(mask);
    ask(w, second ? i->a : i->b, bits <= MOST_BITS ? (Demand)1 << bits : DEMAND_ALL);
}

static void visit_shift(Walk *w, const Instr *i, Demand demand)
{
    uint64_t amount;
    bool constant = is_constant(w, i->b, &amount) && amount < i->type.bits;
    ask(w, i->b, DEMAND_ALL);
    if (i->op == OP_SHL) {
        ask(w, i->a, is_power(demand) ? demand : DEMAND_ALL);
        return;
    }
    bool fits = constant && amount < MOST_BITS && demand != DEMAND_ALL;
    Demand wide = fits ? fitting((uint64_t)demand << amount) : DEMAND_ALL;
    bool is_signed = i->type.kind == TYPE_SIGNED;
    if (is_signed && !is_power(demand))
        wide = DEMAND_ALL;
    if (wide != DEMAND_ALL && is_power(demand) && bit_length(wide) > i->type.bits)
        wide = DEMAND_ALL;
    ask(w, i->a,
        wide == DEMAND_ALL && i->type.bits <= MOST_BITS ? (Demand)1 << i->type.bits : wide);
}

static void visit_quotient(Walk *w, const Instr *i, Demand demand)
{
    uint64_t by;
    bool fits =
        i->type.kind == TYPE_UNSIGNED && is_constant(w, i->b, &by) && by && by >> MOST_BITS == 0;
    ask(w, i->b, DEMAND_ALL);
    if (!fits)
        ask(w, i->a, DEMAND_ALL);
    else if (i->op == OP_DIV)
        ask(w, i->a, demand == DEMAND_ALL ? DEMAND_ALL : fitting(demand * by));
    else if (is_power(demand) && is_power((Demand)by) && demand < by)
        ask(w, i->a, demand);
    else
        ask(w, i->a, (Demand)by);
}

static void visit_cast(Walk *w, const Instr *i, Demand demand)
{
    bool narrows = i->type.bits < i->from.bits, same = i->type.bits == i->from.bits;
    if (!is_integer(i->type) || !is_integer(i->from))
        ask(w, i->a, DEMAND_ALL);
    else if (narrows)
        ask(w, i->a, demand_of_low_bits(demand, i->type.bits));
    else if (same ? i->type.bits == 64 || is_power(demand) : i->from.kind == TYPE_UNSIGNED)
        ask(w, i->a, demand);
    else
        ask(w, i->a, demand_of_low_bits(demand, i->from.bits));
}

/* Registers of another procedure, or of this one. */
static void visit_call(Walk *w, const Instr *i)
{
    const List *args = &w->program->lists.at[i->list], *dsts = &w->program->lists.at[i->dsts];
    uint32_t first = w->base.at[i->other], params = w->program->procs.at[i->other].params;
    for (uint32_t k = 0; k < args->len; k++)
        ask(w, args->at[k], k < params ? w->needs.at[first + k] : DEMAND_ALL);
    for (uint32_t k = 0; i->op == OP_CALL && k < dsts->len; k++) {
        uint32_t at = w->results.at[i->other] + k;
        Demand both = demand_join(w->returned.at[at], asked(w, dsts->at[k]));
        w->changed |= both != w->returned.at[at];
        w->returned.at[at] = both;
    }
}

static void visit_return(Walk *w, const Instr *i)
{
    const List *values = &w->program->lists.at[i->list];
    for (uint32_t k = 0; k < values->len; k++)
        ask(w, values->at[k],
            w->pointers_to_procs ? DEMAND_ALL : w->returned.at[w->results.at[w->proc] + k]);
}

static void visit(Walk *w, const Instr *i)
{
    Demand demand = asked(w, i->dst);
    bool integer = is_integer(i->type);
    if (op_info[i->op].shape[0] == 'd' && demand == DEMAND_NONE && i->op <= OP_CAST && integer &&
        !(i->flags & (FLAG_TRAP | FLAG_CHECK)) && i->op != OP_DIV && i->op != OP_REM)
        return;
    if (i->op == OP_TRACE) /* it is shown, and that is all */
        return;
    if (i->op == OP_CALL || i->op == OP_FORK)
        visit_call(w, i);
    else if (i->op == OP_RETURN)
        visit_return(w, i);
    else if (!integer || i->flags & FLAG_TRAP)
        ask_all(w, i);
    else if (i->op == OP_MOV)
        ask(w, i->a, demand);
    else if (i->op == OP_CAST)
        visit_cast(w, i, demand);
    else if (i->op == OP_AND)
        visit_and(w, i, demand);
    else if (i->op == OP_SHL || i->op == OP_SHR)
        visit_shift(w, i, demand);
    else if (i->op == OP_DIV || i->op == OP_REM)
        visit_quotient(w, i, demand);
    else if (i->op == OP_ADD || i->op == OP_SUB || i->op == OP_MUL || i->op == OP_OR ||
             i->op == OP_XOR || i->op == OP_NEG || i->op == OP_NOT)
        visit_ring(w, i, demand);
    else
        ask_all(w, i);
}

static void begin(Walk *w)
{
    vec_each (Proc, proc, &w->program->procs) {
        vec_push(&w->base, (uint32_t)w->needs.len);
        vec_push(&w->results, (uint32_t)w->returned.len);
        for (size_t k = 0; k < proc->registers.len; k++)
            vec_push(&w->needs, DEMAND_NONE);
        for (size_t k = 0; k < proc->results.len; k++)
            vec_push(&w->returned, DEMAND_NONE);
    }
    vec_each (Instr, i, &w->program->code)
        w->pointers_to_procs |= i->op == OP_CALLPTR;
}

void flow_demand(const Program *program, Demands *demands)
{
    Walk w = {.program = program, .changed = true};
    begin(&w);
    while (w.changed) {
        w.changed = false;
        for (w.proc = 0; w.proc < program->procs.len; w.proc++)
            for (uint32_t pc = program->procs.at[w.proc].begin; pc < program->procs.at[w.proc].end;
                 pc++)
                visit(&w, &program->code.at[pc]);
    }
    demands->len = 0;
    vec_resize(demands, program->code.len);
    for (w.proc = 0; w.proc < program->procs.len; w.proc++)
        for (uint32_t pc = program->procs.at[w.proc].begin; pc < program->procs.at[w.proc].end;
             pc++) {
            const Instr *i = &program->code.at[pc];
            bool makes = (i->op == OP_CAST || i->op == OP_LOAD) && is_integer(i->type);
            demands->at[pc] = makes ? asked(&w, i->dst) : DEMAND_ALL;
        }
    vec_free(&w.base);
    vec_free(&w.needs);
    vec_free(&w.results);
    vec_free(&w.returned);
}
