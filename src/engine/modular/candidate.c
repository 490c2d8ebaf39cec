/* candidate.c -- what may be true at a location: relations of two of its variables and the shared
 * cells, or of one of them and a number of the program; and, where the simple ones do not prove it,
 * the same under the condition that a flag has not a certain value.  A candidate is computed with
 * here, as in the machine, and written as a formula. */
#include <stdlib.h>

#include "engine/modular/model.h"

enum { MOST_CONSTANTS = 20, MOST_CANDIDATES = 60000 };

static uint64_t low_bits(int64_t value, unsigned width)
{
    return width >= 64 ? (uint64_t)value : (uint64_t)value & (((uint64_t)1 << width) - 1);
}

bool candidate_holds(const Candidate *c, const int64_t *values, const unsigned *widths)
{
    if (c->given &&
        low_bits(values[c->guard], widths[c->guard]) == low_bits(c->value, widths[c->guard]))
        return true;
    return relation_holds((Relation)c->relation, values[c->a],
                          c->constant ? c->number : values[c->b], widths[c->a]);
}

Term candidate_term(Model *x, const Candidate *c, const Term *operands)
{
    Terms *terms = &x->terms;
    Term a = operands[c->a];
    Sort sort = term_sort(terms, a);
    Term b = c->constant ? term_constant(terms, c->number, sort) : operands[c->b];
    assert(c->constant || c->a != c->b);
    Term t = relation_term(terms, (Relation)c->relation, a, b);
    if (!c->given)
        return t;
    Term g = operands[c->guard];
    Term is = term_eq(terms, g, term_constant(terms, c->value, term_sort(terms, g)));
    return term_or(terms, is, t);
}

/* ---- which ones there are ---- */

typedef VEC(unsigned) Widths;

static Widths operand_widths(const Model *x, const Location *at)
{
    Widths widths = {0};
    vec_each (Var, v, &at->vars)
        vec_push(&widths, v->type.bits);
    vec_each (Cell, c, &x->cells)
        vec_push(&widths, c->bytes * 8);
    return widths;
}

typedef struct Maker {
    Model *x;
    Location *at;
    const int64_t *values;
    Widths widths;
    Candidate guard; /* put before each that is made, if it is given */
} Maker;

static void offer(Maker *m, Candidate c)
{
    c.given = m->guard.given;
    c.guard = m->guard.guard;
    c.value = m->guard.value;
    assert(c.a < m->widths.len && (c.constant || c.b < m->widths.len));
    assert(c.constant || m->widths.at[c.a] == m->widths.at[c.b]);
    if (m->at->candidates.len < MOST_CANDIDATES && candidate_holds(&c, m->values, m->widths.at))
        vec_push(&m->at->candidates, c);
}

/* Is the relation one that the program asks about? */
static bool is_asked(const Model *x, Relation relation)
{
    bool is_unsigned = relation == REL_ULE || relation == REL_ULT || relation == REL_UGE;
    bool is_signed = relation == REL_SLE || relation == REL_SLT || relation == REL_SGE;
    return x->ordered || ((!is_unsigned || x->orders[0]) && (!is_signed || x->orders[1]));
}

static void offer_two(Maker *m, uint16_t a, uint16_t b)
{
    static const Relation both[] = {REL_ULE, REL_ULT, REL_SLE, REL_SLT, REL_NEXT};
    offer(m, (Candidate){.relation = REL_EQ, .a = a, .b = b});
    offer(m, (Candidate){.relation = REL_NE, .a = a, .b = b});
    if (m->widths.at[a] == 1)
        return;
    for (size_t k = 0; k < sizeof both / sizeof *both; k++) {
        if (!is_asked(m->x, both[k]))
            continue;
        offer(m, (Candidate){.relation = (uint8_t)both[k], .a = a, .b = b});
        offer(m, (Candidate){.relation = (uint8_t)both[k], .a = b, .b = a});
    }
}

static void offer_number(Maker *m, uint16_t a, int64_t number)
{
    static const Relation all[] = {REL_EQ, REL_NE, REL_ULE, REL_SLE, REL_UGE, REL_SGE};
    size_t count = m->widths.at[a] == 1 ? 2 : sizeof all / sizeof *all;
    for (size_t k = 0; k < count; k++)
        if (is_asked(m->x, all[k]) && (all[k] != REL_UGE || number))
            offer(m, (Candidate){
                         .relation = (uint8_t)all[k], .a = a, .constant = true, .number = number});
}

/* All relations of two operands, and of one and a number. */
static void offer_all(Maker *m)
{
    size_t own = m->at->vars.len, count = m->widths.len;
    for (size_t a = 0; a < count; a++) {
        for (size_t b = a + 1; b < count; b++)
            if (m->widths.at[a] == m->widths.at[b])
                offer_two(m, (uint16_t)a, (uint16_t)b);
        bool self = a == 0 && own;
        vec_each (int64_t, number, &m->x->constants)
            if (!self)
                offer_number(m, (uint16_t)a, *number);
    }
}

static void offer_guarded(Maker *m)
{
    size_t own = m->at->vars.len;
    for (size_t k = 0; k < m->x->cells.len; k++)
        vec_each (int64_t, number, &m->x->constants)
            if (m->x->cells.at[k].flag && *number >= 0 && *number <= 2) {
                m->guard =
                    (Candidate){.given = true, .guard = (uint16_t)(own + k), .value = *number};
                offer_all(m);
            }
    m->guard.given = false;
}

void candidates_make(Model *x, Location *at, const int64_t *values)
{
    Maker m = {.x = x, .at = at, .values = values, .widths = operand_widths(x, at)};
    assert(!at->candidates.len); /* they only become fewer */
    assert(m.widths.len == at->vars.len + x->cells.len && m.widths.len <= UINT16_MAX);
    offer_all(&m);
    if (x->guarded)
        offer_guarded(&m);
    vec_free(&m.widths);
}

/* ---- numbers of the program ---- */

void candidates_add_constant(Model *x, uint64_t bits)
{
    vec_each (int64_t, n, &x->constants)
        if (*n == (int64_t)bits)
            return;
    if (x->constants.len < MOST_CONSTANTS)
        vec_push(&x->constants, (int64_t)bits);
}

void candidates_collect_constants(Model *x)
{
    candidates_add_constant(x, 0);
    candidates_add_constant(x, 1);
    vec_each (Proc, proc, &x->program->procs)
        for (uint32_t pc = proc->begin; pc < proc->end && !proc->library; pc++) {
            const Instr *i = &x->program->code.at[pc];
            Ref refs[2];
            bool less = i->op == OP_LT;
            uint32_t count = word_is_integer(i->type) ? candidate_constants(i, refs) : 0;
            if (word_is_integer(i->type) && (less || i->op == OP_LE))
                x->orders[i->type.kind == TYPE_SIGNED] = true;
            for (uint32_t k = 0; k < count; k++) { /* and what is just less or more */
                uint64_t bits = x->program->constants.at[~refs[k]];
                candidates_add_constant(x, bits);
                candidates_add_constant(x, refs[k] == i->a ? bits + less : bits - less);
            }
        }
}

/* ---- what is left, as a formula ---- */

/* What is known of two operands, as bits of Relation; and which are known numbers. */
typedef struct Known {
    size_t count;
    VEC(uint16_t) relations; /* a * count + b */
    VEC(uint8_t) numbers;    /* is it? */
    VEC(int64_t) values;     /* ... which? */
    Widths widths;
} Known;

static void forget(Known *k)
{
    vec_free(&k->relations);
    vec_free(&k->numbers);
    vec_free(&k->values);
    vec_free(&k->widths);
}

static Known know(const Model *x, const Location *at)
{
    Known k = {.count = at->vars.len + x->cells.len};
    vec_resize(&k.relations, k.count * k.count);
    vec_resize(&k.numbers, k.count);
    vec_resize(&k.values, k.count);
    k.widths = operand_widths(x, at);
    vec_each (Candidate, c, &at->candidates)
        if (!c->given && c->constant && c->relation == REL_EQ) {
            k.numbers.at[c->a] = true;
            k.values.at[c->a] = c->number;
        } else if (!c->given && !c->constant)
            k.relations.at[c->a * k.count + c->b] |= (uint16_t)(1u << c->relation);
    return k;
}

static bool has(const Known *k, uint16_t a, uint16_t b, Relation relation)
{
    return k->relations.at[a * k->count + b] >> relation & 1;
}

/* Do stronger ones say it? */
static bool is_said(const Known *k, const Candidate *c)
{
    uint16_t a = c->a, b = c->b;
    bool known = k->numbers.at[a] && (c->constant || k->numbers.at[b]);
    if (c->given && k->numbers.at[c->guard] &&
        low_bits(k->values.at[c->guard], k->widths.at[c->guard]) ==
            low_bits(c->value, k->widths.at[c->guard]))
        return true;
    if (known && relation_holds((Relation)c->relation, k->values.at[a],
                                c->constant ? c->number : k->values.at[b], k->widths.at[a]))
        return !c->constant || c->relation != REL_EQ || c->given;
    if (c->constant)
        return false;
    bool equal = has(k, a, b, REL_EQ) || has(k, b, a, REL_EQ);
    switch ((Relation)c->relation) {
    case REL_EQ:
        return c->given && equal;
    case REL_NE:
        return has(k, a, b, REL_ULT) || has(k, b, a, REL_ULT) || has(k, a, b, REL_SLT) ||
               has(k, b, a, REL_SLT) || has(k, a, b, REL_NEXT) || has(k, b, a, REL_NEXT) ||
               (c->given && (has(k, a, b, REL_NE) || has(k, b, a, REL_NE)));
    case REL_ULE:
        return equal || has(k, a, b, REL_ULT) || (c->given && has(k, a, b, REL_ULE));
    case REL_SLE:
        return equal || has(k, a, b, REL_SLT) || (c->given && has(k, a, b, REL_SLE));
    case REL_ULT:
    case REL_SLT:
    case REL_UGE:
    case REL_SGE:
    case REL_NEXT:
        return c->given && has(k, a, b, (Relation)c->relation);
    }
    return false;
}

Term candidates_term(Model *x, const Location *at, const Term *operands)
{
    Known k = know(x, at);
    Term all = term_bool(&x->terms, true);
    vec_each (Candidate, c, &at->candidates)
        if (!is_said(&k, c))
            all = term_and(&x->terms, all, candidate_term(x, c, operands));
    forget(&k);
    return all;
}
