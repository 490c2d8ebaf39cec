/* candidate.c -- what may be true at a location: relations of two of its variables and the shared
 * cells, or of one of them and a number of the program; and, where the simple ones do not prove it,
 * the same under the condition that a flag has not a certain value.  A candidate is computed with
 * here, as in the machine, and written as a formula. */
#include <stdlib.h>

#include "engine/modular/model.h"

enum { MOST_CONSTANTS = 20, MOST_CANDIDATES = 60000 };
enum { SET_BITS = 64 }; /* of a set of threads */

static uint64_t low_bits(int64_t value, unsigned width)
{
    return width >= 64 ? (uint64_t)value : (uint64_t)value & (((uint64_t)1 << width) - 1);
}

/* Not in the set: as in lib/intrinsics.h, a thread has the bit of its number less one. */
static bool is_outside(uint64_t thread, uint64_t set)
{
    uint32_t bit = (uint32_t)thread - 1;
    return bit >= SET_BITS || !(set >> bit & 1);
}

static Term outside_term(Model *x, Term thread, Term set)
{
    Terms *terms = &x->terms;
    Term one = term_constant(terms, 1, SORT_BITS(SET_BITS));
    Term by =
        term_bits(terms, TERM_BITS_SUB, thread, term_constant(terms, 1, term_sort(terms, thread)));
    Term bit = term_bits(terms, TERM_SHL, one, term_resize(terms, by, SET_BITS, false));
    return term_eq(terms, term_bits(terms, TERM_BITS_AND, set, bit),
                   term_constant(terms, 0, SORT_BITS(SET_BITS)));
}

bool candidate_holds(const Candidate *c, const int64_t *values, const unsigned *widths)
{
    if (c->outside)
        return is_outside((uint64_t)values[c->a], (uint64_t)values[c->b]);
    if (c->placed) {
        int64_t bound = c->numbered ? c->value : values[c->guard];
        if (!relation_holds((Relation)c->where, values[c->index], bound, widths[c->index]))
            return true;
    }
    if (c->given && (low_bits(values[c->guard], widths[c->guard]) ==
                     low_bits(c->value, widths[c->guard])) != c->differs)
        return true;
    return relation_holds((Relation)c->relation, values[c->a],
                          c->constant ? c->number : values[c->b], widths[c->a]);
}

/* The index is none of those that it is about. */
static Term elsewhere(Model *x, const Candidate *c, const Term *operands)
{
    Term index = operands[c->index];
    Term bound = c->numbered ? term_constant(&x->terms, c->value, term_sort(&x->terms, index))
                             : operands[c->guard];
    return term_not(&x->terms, relation_term(&x->terms, (Relation)c->where, index, bound));
}

Term candidate_term(Model *x, const Candidate *c, const Term *operands)
{
    Terms *terms = &x->terms;
    Term a = operands[c->a];
    Sort sort = term_sort(terms, a);
    if (c->outside)
        return outside_term(x, a, operands[c->b]);
    Term b = c->constant ? term_constant(terms, c->number, sort) : operands[c->b];
    assert(c->constant || c->a != c->b);
    Term t = relation_term(terms, (Relation)c->relation, a, b);
    if (c->placed)
        return term_or(terms, elsewhere(x, c, operands), t);
    if (!c->given)
        return t;
    Term g = operands[c->guard];
    Term is = term_eq(terms, g, term_constant(terms, c->value, term_sort(terms, g)));
    return term_or(terms, c->differs ? term_not(terms, is) : is, t);
}

/* ---- which ones there are ---- */

typedef VEC(unsigned) Widths;

static Widths operand_widths(const Model *x, const Location *at)
{
    Widths widths = {0};
    vec_each (Var, v, &at->vars)
        vec_push(&widths, v->type.bits);
    vec_each (Counter, c, &x->counters)
        vec_push(&widths, c->bits);
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

/* Is the operand a counter that does not count any more? */
static bool is_dropped(const Maker *m, uint16_t operand)
{
    size_t own = m->at->vars.len;
    return operand >= own && operand - own < m->x->counters.len &&
           m->x->counters.at[operand - own].dropped;
}

static void offer(Maker *m, Candidate c)
{
    c.given = m->guard.given;
    c.guard = m->guard.guard;
    c.value = m->guard.value;
    c.differs = m->guard.differs;
    c.placed = m->guard.placed;
    c.numbered = m->guard.numbered;
    c.where = m->guard.where;
    c.index = m->guard.index;
    assert(c.a < m->widths.len && (c.constant || c.b < m->widths.len));
    assert(c.constant || c.outside || m->widths.at[c.a] == m->widths.at[c.b]);
    if (is_dropped(m, c.a) || (!c.constant && is_dropped(m, c.b)) ||
        (c.given && is_dropped(m, c.guard)))
        return;
    if (m->at->candidates.len < MOST_CANDIDATES && candidate_holds(&c, m->values, m->widths.at))
        vec_push(&m->at->candidates, c);
}

/* Is the relation one that the program asks about? */
static bool is_asked(const Model *x, Relation relation)
{
    bool is_unsigned = relation == REL_ULE || relation == REL_ULT || relation == REL_UGE ||
                       relation == REL_ULE_NEXT;
    bool is_signed = relation == REL_SLE || relation == REL_SLT || relation == REL_SGE ||
                     relation == REL_SLE_NEXT;
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

static bool is_counter(const Maker *m, uint16_t operand)
{
    size_t own = m->at->vars.len;
    return operand >= own && operand - own < m->x->counters.len;
}

/* What is counted, in a counter or by a thread for itself, may be one less than what was stored already or is to be. */
static void offer_next(Maker *m, uint16_t a, uint16_t counted)
{
    static const Relation next[] = {REL_ULE_NEXT, REL_SLE_NEXT};
    for (size_t k = 0; k < 2; k++)
        if (is_asked(m->x, next[k]))
            offer(m, (Candidate){.relation = (uint8_t)next[k], .a = a, .b = counted});
}

/* A cell in which numbers are counted, and a variable of the thread that may count them: not where there are
 * conditions, of which there are many. */
static bool may_count(const Maker *m, size_t a, size_t b)
{
    size_t cells = m->at->vars.len + m->x->counters.len;
    return a && a < m->at->vars.len && !m->at->vars.at[a].thread && m->widths.at[a] > 1 &&
           b >= cells && !m->x->cells.at[b - cells].flag && !m->x->cells.at[b - cells].lock &&
           !m->guard.given;
}

/* Is the bound no bound for words of this width? */
static bool is_always(Relation relation, int64_t number, unsigned width)
{
    uint64_t bits = low_bits(number, width), sign = (uint64_t)1 << (width - 1);
    return (relation == REL_UGE && !bits) || (relation == REL_ULE && bits == sign + (sign - 1)) ||
           (relation == REL_SGE && bits == sign) || (relation == REL_SLE && bits == sign - 1);
}

static void offer_number(Maker *m, uint16_t a, int64_t number)
{
    static const Relation all[] = {REL_EQ, REL_NE, REL_ULE, REL_SLE, REL_UGE, REL_SGE};
    size_t count = m->widths.at[a] == 1 ? 2 : sizeof all / sizeof *all;
    for (size_t k = is_counter(m, a) ? 2 : 0; k < count; k++)
        if (is_asked(m->x, all[k]) && !is_always(all[k], number, m->widths.at[a]))
            offer(m, (Candidate){
                         .relation = (uint8_t)all[k], .a = a, .constant = true, .number = number});
}

static const Cell *cell_of(const Model *x, const Location *at, size_t operand)
{
    size_t cells = at->vars.len + x->counters.len;
    return operand >= cells ? &x->cells.at[operand - cells] : NULL;
}

/* Is the operand a cell that says which place is pointed to, whether memory is there, whether it was written? */
static bool is_pointer(const Maker *m, size_t operand)
{
    const Cell *c = cell_of(m->x, m->at, operand);
    return c && (c->pointer || c->role == CELL_STATE || c->role == CELL_WRITTEN);
}

static bool is_index(const Maker *m, size_t operand)
{
    const Cell *c = cell_of(m->x, m->at, operand);
    return c && c->role == CELL_INDEX;
}

bool candidate_has_element(const Model *x, const Location *at, const Candidate *c)
{
    uint16_t used[] = {c->a, c->constant ? c->a : c->b, c->given ? c->guard : c->a};
    bool has = c->placed;
    for (size_t k = 0; k < 3; k++) {
        const Cell *cell = cell_of(x, at, used[k]);
        has |= cell && (cell->element || cell->role == CELL_INDEX);
    }
    return has;
}

/* There is a pointer, or there is none: it is compared with nothing else. */
static void offer_pointers(Maker *m)
{
    static const Relation both[] = {REL_EQ, REL_NE};
    for (size_t a = 0; a < m->widths.len; a++)
        for (size_t k = 0; k < 2 && is_pointer(m, a); k++) {
            Candidate c = {.relation = (uint8_t)both[k], .a = (uint16_t)a, .constant = true};
            offer(m, c);
            c.number = 1;
            if (!cell_of(m->x, m->at, a)->pointer)
                offer(m, c);
        }
}

/* What may be true of the elements of some indices. */
static void offer_element(Maker *m, uint16_t e)
{
    offer(m, (Candidate){.relation = REL_EQ, .a = e, .constant = true, .number = 1});
    if (is_pointer(m, e))
        return;
    vec_each (int64_t, number, &m->x->constants)
        offer_number(m, e, *number);
    for (uint16_t b = 0; b < m->widths.len; b++) {
        const Cell *c = cell_of(m->x, m->at, b);
        bool twice = c && c->element && b < e; /* the other one was offered with this one */
        if (b == e || is_pointer(m, b) || m->widths.at[b] != m->widths.at[e] || twice ||
            (b == 0 && m->at->vars.len) || (c && (c->lock || c->role == CELL_SIZE)))
            continue;
        offer(m, (Candidate){.relation = REL_EQ, .a = e, .b = b});
        for (Relation r = REL_ULE; r <= REL_SLE && !is_index(m, b); r += REL_SLE - REL_ULE)
            if (is_asked(m->x, r)) {
                offer(m, (Candidate){.relation = (uint8_t)r, .a = e, .b = b});
                offer(m, (Candidate){.relation = (uint8_t)r, .a = b, .b = e});
            }
    }
}

static void offer_elements(Maker *m)
{
    for (size_t e = 0; e < m->widths.len; e++) {
        const Cell *c = cell_of(m->x, m->at, e);
        if (c && c->element)
            offer_element(m, (uint16_t)e);
    }
}

/* At the bound, below it, and not below it; as the program compares. */
static void offer_beside(Maker *m, Candidate guard)
{
    static const Relation all[] = {REL_EQ, REL_ULT, REL_UGE, REL_SLT, REL_SGE};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        guard.where = (uint8_t)all[k];
        m->guard = guard;
        bool below = all[k] == REL_ULT; /* a number: fewer, for there are many */
        if (guard.numbered ? below : !k || m->x->orders[k > 2])
            offer_elements(m);
    }
    m->guard = (Candidate){0};
}

/* Numbers that may say how far an array is filled. */
static bool may_bound(const Maker *m, size_t operand, unsigned width)
{
    const Cell *c = cell_of(m->x, m->at, operand);
    bool own = operand && operand < m->at->vars.len;
    bool cell = c && !c->element && !c->lock && !c->flag &&
                (c->role == CELL_PLAIN || c->role == CELL_COUNT) && !c->pointer;
    return m->widths.at[operand] == width && (own || cell);
}

static void offer_placed(Maker *m)
{
    size_t index = m->at->vars.len + m->x->counters.len;
    for (; index < m->widths.len && is_index(m, index); index++) {
        unsigned width = m->widths.at[index];
        Candidate guard = {.placed = true, .index = (uint16_t)index};
        for (size_t b = 0; b < m->widths.len; b++)
            if (may_bound(m, b, width)) {
                guard.guard = (uint16_t)b;
                offer_beside(m, guard);
            }
        guard.numbered = true;
        vec_each (int64_t, number, &m->x->constants) {
            guard.value = *number;
            if (*number > 0 && *number <= INT32_MAX && width == INDEX_BITS)
                offer_beside(m, guard);
        }
    }
}

/* All relations of two operands, and of one and a number. */
static void offer_all(Maker *m)
{
    size_t own = m->at->vars.len, count = m->widths.len;
    for (size_t a = 0; a < count; a++) {
        bool self = a == 0 && own;
        if (is_pointer(m, a) || is_index(m, a))
            continue;
        for (size_t b = a + 1; b < count; b++) {
            bool counts = is_counter(m, (uint16_t)b);
            if (m->widths.at[a] != m->widths.at[b] || is_pointer(m, b) || is_index(m, b) ||
                (counts && (self || is_counter(m, (uint16_t)a))))
                continue;
            offer_two(m, (uint16_t)a, (uint16_t)b);
            if (counts && a < own)
                offer_next(m, (uint16_t)a, (uint16_t)b);
            else if (may_count(m, a, b))
                offer_next(m, (uint16_t)b, (uint16_t)a);
        }
        vec_each (int64_t, number, &m->x->constants)
            if (!self)
                offer_number(m, (uint16_t)a, *number);
    }
}

static void offer_guarded(Maker *m)
{
    size_t own = m->at->vars.len + m->x->counters.len;
    for (size_t k = 0; k < m->x->cells.len; k++)
        vec_each (int64_t, number, &m->x->constants)
            if (m->x->cells.at[k].flag && *number >= 0 && *number <= 2) {
                m->guard =
                    (Candidate){.given = true, .guard = (uint16_t)(own + k), .value = *number};
                offer_all(m);
            }
    m->guard.given = false;
}

/* As long as nobody has written to a cell, it has its first value. */
static void offer_untouched(Maker *m)
{
    size_t own = m->at->vars.len, cells = own + m->x->counters.len;
    for (size_t k = 0; k < m->x->counters.len; k++) {
        const Counter *c = &m->x->counters.at[k];
        m->guard = (Candidate){
            .given = true, .differs = true, .guard = (uint16_t)(own + k), .value = c->base};
        if (c->cell != NO_CELL)
            offer(m, (Candidate){.relation = REL_EQ,
                                 .a = (uint16_t)(cells + c->cell),
                                 .constant = true,
                                 .number = c->base});
    }
    m->guard.given = false;
}

/* Threads that were not joined, not detached and so on: the library keeps sets of those that were. */
static void offer_outside(Maker *m)
{
    size_t own = m->at->vars.len, cells = own + m->x->counters.len;
    for (size_t a = 0; a < own; a++)
        for (size_t b = cells; b < m->widths.len && m->at->vars.at[a].thread; b++)
            if (m->widths.at[b] == SET_BITS && !is_pointer(m, b))
                offer(m, (Candidate){.outside = true, .a = (uint16_t)a, .b = (uint16_t)b});
}

void candidates_make(Model *x, Location *at, const int64_t *values)
{
    Maker m = {.x = x, .at = at, .values = values, .widths = operand_widths(x, at)};
    assert(!at->candidates.len); /* they only become fewer */
    assert(m.widths.len == at->vars.len + x->counters.len + x->cells.len);
    assert(m.widths.len <= UINT16_MAX);
    offer_all(&m);
    offer_pointers(&m);
    offer_outside(&m);
    offer_untouched(&m);
    if (x->guarded)
        offer_guarded(&m);
    if (x->indexed)
        offer_placed(&m);
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
            bool chooses = i->op == OP_CHOOSE && !(i->flags & FLAG_ALL);
            for (int k = 0; k < 2 && chooses; k++)
                if ((k ? i->b : i->a) < 0)
                    candidates_add_constant(x, x->program->constants.at[~(k ? i->b : i->a)]);
            if (word_is_integer(i->type) && (less || i->op == OP_LE))
                x->orders[i->type.kind == TYPE_SIGNED] = true;
            if (word_is_integer(i->type) && (less || i->op == OP_LE))
                x->wide |= i->type.bits == 64;
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
    VEC(uint16_t) same;      /* the first operand that it is equal to, or itself */
    VEC(int64_t) bounds;     /* a * RELATIONS + relation: the best number */
    VEC(bool) bounded;       /* is there one? */
    Widths widths;
} Known;
enum { RELATIONS = REL_SLE_NEXT + 1 };

static void forget(Known *k)
{
    vec_free(&k->relations);
    vec_free(&k->numbers);
    vec_free(&k->values);
    vec_free(&k->same);
    vec_free(&k->bounds);
    vec_free(&k->bounded);
    vec_free(&k->widths);
}

static bool is_bound(const Candidate *c)
{
    return c->constant && (c->relation == REL_ULE || c->relation == REL_SLE ||
                           c->relation == REL_UGE || c->relation == REL_SGE);
}

/* Of all bounds of an operand one says the others. */
static void know_bound(Known *k, const Candidate *c)
{
    size_t at = (size_t)c->a * RELATIONS + c->relation;
    if (!k->bounded.at[at] ||
        relation_holds((Relation)c->relation, c->number, k->bounds.at[at], k->widths.at[c->a]))
        k->bounds.at[at] = c->number;
    k->bounded.at[at] = true;
}

static void know_same(Known *k, uint16_t a, uint16_t b)
{
    uint16_t small = a < b ? a : b, large = a < b ? b : a;
    if (small < k->same.at[large])
        k->same.at[large] = small;
}

static Known know(const Model *x, const Location *at)
{
    Known k = {.count = at->vars.len + x->counters.len + x->cells.len};
    vec_resize(&k.relations, k.count * k.count);
    vec_resize(&k.numbers, k.count);
    vec_resize(&k.values, k.count);
    vec_resize(&k.same, k.count);
    vec_resize(&k.bounds, k.count * RELATIONS);
    vec_resize(&k.bounded, k.count * RELATIONS);
    k.widths = operand_widths(x, at);
    for (size_t a = 0; a < k.count; a++)
        k.same.at[a] = (uint16_t)a;
    vec_each (Candidate, c, &at->candidates) {
        if (c->given || c->outside || c->placed)
            continue;
        if (c->constant && c->relation == REL_EQ) {
            k.numbers.at[c->a] = true;
            k.values.at[c->a] = c->number;
        } else if (!c->constant)
            k.relations.at[c->a * k.count + c->b] |= (uint16_t)(1u << c->relation);
        if (is_bound(c))
            know_bound(&k, c);
        if (!c->constant && c->relation == REL_EQ)
            know_same(&k, c->a, c->b);
    }
    return k;
}

static bool has(const Known *k, uint16_t a, uint16_t b, Relation relation)
{
    return k->relations.at[a * k->count + b] >> relation & 1;
}

/* a <= b, or a < b, by candidates that are there. */
static bool is_less(const Known *k, uint16_t a, uint16_t b, bool is_signed, bool strictly)
{
    return has(k, a, b, is_signed ? REL_SLT : REL_ULT) ||
           (!strictly && has(k, a, b, is_signed ? REL_SLE : REL_ULE));
}

/* Is there something between the two?  Not where equal ones go round in a circle. */
static bool is_between(const Known *k, const Candidate *c)
{
    bool is_signed = c->relation == REL_SLE || c->relation == REL_SLT;
    bool strictly = c->relation == REL_ULT || c->relation == REL_SLT;
    for (uint16_t b = 0; b < k->count; b++) {
        bool in = b != c->a && b != c->b && is_less(k, c->a, b, is_signed, false) &&
                  is_less(k, b, c->b, is_signed, false) && !is_less(k, b, c->a, is_signed, false) &&
                  !is_less(k, c->b, b, is_signed, false);
        if (in && (!strictly || is_less(k, c->a, b, is_signed, true) ||
                   is_less(k, b, c->b, is_signed, true)))
            return true;
    }
    return false;
}

/* Is there the same of operands that are equal to these, and come first? */
static bool is_repeated(const Known *k, const Candidate *c)
{
    uint16_t a = k->same.at[c->a], b = k->same.at[c->b];
    if (a == b || (a == c->a && b == c->b))
        return false;
    return has(k, a, b, (Relation)c->relation);
}

/* Is it so for all indices? */
static bool is_said_of_all(const Known *k, const Candidate *c)
{
    size_t bound = (size_t)c->a * RELATIONS + c->relation;
    if (k->numbers.at[c->a])
        return relation_holds((Relation)c->relation, k->values.at[c->a], c->number,
                              k->widths.at[c->a]);
    return is_bound(c) && k->bounded.at[bound] &&
           relation_holds((Relation)c->relation, k->bounds.at[bound], c->number,
                          k->widths.at[c->a]);
}

/* Do stronger ones say it? */
static bool is_said(const Known *k, const Candidate *c)
{
    uint16_t a = c->a, b = c->b;
    if (c->outside)
        return false;
    if (c->placed)
        return c->constant ? is_said_of_all(k, c) : has(k, a, b, (Relation)c->relation);
    bool known = k->numbers.at[a] && (c->constant || k->numbers.at[b]);
    if (c->given && k->numbers.at[c->guard] &&
        (low_bits(k->values.at[c->guard], k->widths.at[c->guard]) ==
         low_bits(c->value, k->widths.at[c->guard])) != c->differs)
        return true;
    if (known && relation_holds((Relation)c->relation, k->values.at[a],
                                c->constant ? c->number : k->values.at[b], k->widths.at[a]))
        return !c->constant || c->relation != REL_EQ || c->given;
    if (is_bound(c) && !c->given)
        return k->bounds.at[(size_t)a * RELATIONS + c->relation] != c->number;
    if (c->constant)
        return false;
    if (!c->given && c->relation != REL_EQ && is_repeated(k, c))
        return true;
    bool equal = has(k, a, b, REL_EQ) || has(k, b, a, REL_EQ);
    switch ((Relation)c->relation) {
    case REL_EQ:
        return c->given && equal;
    case REL_NE:
        return has(k, a, b, REL_ULT) || has(k, b, a, REL_ULT) || has(k, a, b, REL_SLT) ||
               has(k, b, a, REL_SLT) || has(k, a, b, REL_NEXT) || has(k, b, a, REL_NEXT) ||
               (c->given && (has(k, a, b, REL_NE) || has(k, b, a, REL_NE)));
    case REL_ULE:
        return equal || has(k, a, b, REL_ULT) || (c->given && has(k, a, b, REL_ULE)) ||
               is_between(k, c);
    case REL_SLE:
        return equal || has(k, a, b, REL_SLT) || (c->given && has(k, a, b, REL_SLE)) ||
               is_between(k, c);
    case REL_ULT:
    case REL_SLT:
        return (c->given && has(k, a, b, (Relation)c->relation)) || is_between(k, c);
    case REL_UGE:
    case REL_SGE:
    case REL_NEXT:
    case REL_ULE_NEXT:
    case REL_SLE_NEXT:
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
