/* element.c -- an arbitrary element of an object in which places are not known.
 *
 * Where the place of an access is not known, but all accesses to the object are of one width and at
 * multiples of it, one cell stands for the element of an arbitrary index, the same index for all objects.
 * What is said of index and elements holds for all indices below 2^31: at the start, if it does for what init
 * has left there; after an action, if it does for the arbitrary index.  So it holds for each index at which
 * an action reads, too (element_reads); what is read there is any value otherwise. */
#include "engine/modular/model.h"

bool cells_is_multiple(const Model *x, Term t, uint32_t bytes)
{
    Node node = term_node(&x->terms, t);
    if (node.op == TERM_NUMBER || bytes == 1)
        return bytes == 1 || node.value % (int64_t)bytes == 0;
    bool sum = node.op == TERM_BITS_ADD || node.op == TERM_BITS_SUB;
    if (!sum && node.op != TERM_BITS_MUL && node.op != TERM_BITS_AND)
        return false;
    bool one = cells_is_multiple(x, node.arg[0], bytes);
    bool other = cells_is_multiple(x, node.arg[1], bytes);
    return sum ? one && other : one || other;
}

/* ---- the index ---- */

void element_begin(Model *x)
{
    x->index = term_variable(&x->terms, "index", SORT_BITS(INDEX_BITS));
    for (uint32_t bytes = INDEX_BITS / 8; bytes <= OFFSET_BITS / 8; bytes *= 2) {
        Cell cell = {.bytes = bytes, .role = CELL_INDEX};
        cell.now = term_resize(&x->terms, x->index, bytes * 8, false);
        vec_push(&x->cells, cell);
    }
}

/* It is below 2^31, so its order is the same with a sign and without. */
static Term is_index(Model *x, Term index)
{
    Sort sort = term_sort(&x->terms, index);
    return term_bits(&x->terms, TERM_ULT, index,
                     term_constant(&x->terms, (int64_t)1 << (INDEX_BITS - 1), sort));
}

Term element_known(Model *x)
{
    return is_index(x, x->index);
}

static unsigned log_of(uint32_t bytes)
{
    unsigned log = 0;
    while (bytes >> (log + 1))
        log++;
    return log;
}

/* Is it a number of at most 32 bits that was made wider?  A small multiple of it does not wrap around. */
static bool is_narrow(const Model *x, Term t)
{
    Node node = term_node(&x->terms, t);
    bool wider = node.op == TERM_ZERO || node.op == TERM_SIGN;
    return (wider && term_sort(&x->terms, node.arg[0]).width <= INDEX_BITS) ||
           (node.op == TERM_NUMBER && node.value == (int32_t)node.value);
}

/* The quotient, if the number is made of narrow ones, a few sums deep; NO_TERM: it is not.  Then it is no multiple
 * of 2^64 and more off, so it is the quotient for each offset inside the object. */
static Term narrow_quotient(Model *x, Term t, uint32_t bytes, int depth)
{
    Terms *terms = &x->terms;
    Node node = term_node(terms, t);
    Sort sort = SORT_BITS(OFFSET_BITS);
    if (node.op == TERM_NUMBER && node.value == (int32_t)node.value && !(node.value % (int)bytes))
        return term_constant(terms, node.value / (int)bytes, sort);
    if (bytes == 1 && is_narrow(x, t))
        return t;
    if (node.op == TERM_BITS_MUL)
        for (int k = 0; k < 2; k++) {
            Node by = term_node(terms, node.arg[k]);
            if (by.op == TERM_NUMBER && by.value == bytes && is_narrow(x, node.arg[1 - k]))
                return node.arg[1 - k];
        }
    if ((node.op != TERM_BITS_ADD && node.op != TERM_BITS_SUB) || !depth)
        return NO_TERM;
    Term a = narrow_quotient(x, node.arg[0], bytes, depth - 1);
    Term b = a.ix ? narrow_quotient(x, node.arg[1], bytes, depth - 1) : NO_TERM;
    return b.ix ? term_bits(terms, node.op, a, b) : NO_TERM;
}

Term element_narrow_index(Model *x, Term offset, uint32_t bytes)
{
    enum { DEEP = 4 };
    return narrow_quotient(x, offset, bytes, DEEP);
}

Term element_index(Model *x, Term offset, uint32_t bytes)
{
    Term narrow = element_narrow_index(x, offset, bytes);
    if (narrow.ix || bytes == 1)
        return narrow.ix ? narrow : offset;
    return term_bits(&x->terms, TERM_LSHR, offset,
                     term_constant(&x->terms, log_of(bytes), SORT_BITS(OFFSET_BITS)));
}

static Term is_here(Model *x, Term index)
{
    return term_eq(&x->terms, index, term_resize(&x->terms, x->index, OFFSET_BITS, false));
}

/* ---- the cell ---- */

/* What init has left in the elements: numbers of this width at multiples of it. */
static bool elements_begin(const Model *x, uint32_t object, uint32_t bytes)
{
    for (size_t k = 0; k < x->first.len; k++) {
        const OwnCell *c = &x->first.at[k];
        if (x->firsts.at[k] == object &&
            (c->bytes != bytes || c->offset % bytes || !sym_is_number(c->value)))
            return false;
    }
    return true;
}

Term cell_begins(Model *x, const Cell *cell)
{
    Terms *terms = &x->terms;
    if (cell->any || cell->role == CELL_INDEX)
        return term_bool(terms, true);
    if (!cell->element)
        return term_eq(terms, cell->now, cell->first);
    Term first = term_constant(terms, 0, SORT_BITS(cell->bytes * 8));
    for (size_t k = 0; k < x->first.len && cell->role == CELL_PLAIN; k++)
        if (x->firsts.at[k] == cell->object) { /* the last one counts */
            const OwnCell *c = &x->first.at[k];
            Term place = term_constant(terms, c->offset / cell->bytes, SORT_BITS(OFFSET_BITS));
            first = term_ite(terms, is_here(x, place), c->value.t, first);
        }
    return term_eq(terms, cell->now, first);
}

/* The cell that stands for the elements; NO_LOCATION: the object is blurred. */
uint32_t element_cell(Model *x, uint32_t object, Term offset, uint32_t bytes)
{
    char name[32];
    bool fits =
        bytes && bytes <= 8 && !(bytes & (bytes - 1)) && cells_is_multiple(x, offset, bytes);
    for (uint32_t k = 0; k < x->cells.len && fits; k++) {
        const Cell *c = &x->cells.at[k];
        if (c->object == object && c->element && c->role == CELL_PLAIN) {
            if (c->bytes == bytes)
                return k;
            fits = false;
        }
    }
    if (!fits || !elements_begin(x, object, bytes) || pointer_is_stored(x, object, 0, UINT32_MAX)) {
        cells_blur(x, object, BLUR_ALL);
        return NO_LOCATION;
    }
    snprintf(name, sizeof name, "element%u.%u", x->unknown++, bytes);
    Cell cell = {.object = object, .bytes = bytes, .element = true};
    cell.now = term_variable(&x->terms, name, SORT_BITS(bytes * 8));
    cell.any = !block_is_zero(x, object);
    vec_push(&x->cells, cell);
    uint32_t number = (uint32_t)x->cells.len - 1;
    block_has_elements(x, object, bytes);
    return number;
}

/* Any value at first, but the same for the same index; then what the action itself has written there. */
Term element_read(Model *x, Path *p, uint32_t cell, Term index)
{
    Term value = NO_TERM;
    vec_each (Read, r, &p->reads)
        if (r->cell == cell && term_same(r->index, index))
            value = r->value;
    if (!value.ix) {
        value = word_unknown(x, x->cells.at[cell].bytes * 8);
        vec_push(&p->reads, ((Read){.cell = cell, .value = value, .index = index}));
    }
    vec_each (Write, w, &p->writes)
        if (w->cell == cell)
            value = term_ite(&x->terms, term_eq(&x->terms, w->index, index), w->value, value);
    return value;
}

/* The arbitrary element is this one or it is not. */
void element_write(Model *x, Path *p, uint32_t cell, Term index, Term value)
{
    Term *place = cell_place(x, p, cell);
    *place = term_ite(&x->terms, is_here(x, index), value, *place);
    vec_push(&p->writes, ((Write){.cell = cell, .value = value, .index = index}));
}

/* ---- what is known of what is read ---- */

/* One memory: elements of one index are the same. */
static Term same_memory(Model *x, const Action *a)
{
    Terms *terms = &x->terms;
    Term all = term_bool(terms, true);
    for (size_t k = 0; k < a->reads.len; k++) {
        const Read *r = &a->reads.at[k];
        Term now = x->cells.at[r->cell].now;
        all = term_and(terms, all,
                       term_implies(terms, is_here(x, r->index), term_eq(terms, r->value, now)));
        for (size_t j = 0; j < k; j++) {
            const Read *o = &a->reads.at[j];
            if (o->cell == r->cell)
                all = term_and(terms, all,
                               term_implies(terms, term_eq(terms, o->index, r->index),
                                            term_eq(terms, o->value, r->value)));
        }
    }
    return all;
}

/* The element that the action has read at this index; NO_TERM: none. */
static Term read_at(const Action *a, uint32_t cell, Term index)
{
    vec_each (Read, r, &a->reads)
        if (r->cell == cell && term_same(r->index, index))
            return r->value;
    return NO_TERM;
}

/* What is said at the location of all indices, of one at which the action reads.  Nothing else is known there of
 * elements that it does not read. */
static Term holds_at(Model *x, const Action *a, const Location *at, TermList *list, Term index)
{
    size_t cells = at->vars.len + x->counters.len;
    Location few = {.vars = at->vars};
    VEC(bool) absent = {0};
    vec_resize(&absent, list->len);
    for (uint32_t k = 0; k < x->cells.len; k++) {
        const Cell *c = &x->cells.at[k];
        if (c->role == CELL_INDEX)
            list->at[cells + k] = term_resize(&x->terms, index, c->bytes * 8, false);
        Term value = c->element ? read_at(a, k, index) : NO_TERM;
        if (value.ix)
            list->at[cells + k] = value;
        absent.at[cells + k] = c->element && !value.ix;
    }
    vec_each (Candidate, c, &at->candidates)
        if (candidate_has_element(x, at, c) && !absent.at[c->a] &&
            (c->constant || !absent.at[c->b]) && !(c->given && absent.at[c->guard]))
            vec_push(&few.candidates, *c);
    Term all = candidates_term(x, &few, list->at);
    vec_free(&few.candidates);
    vec_free(&absent);
    return term_implies(&x->terms, is_index(x, index), all);
}

Term element_reads(Model *x, const Action *a, const Location *at, TermList *list)
{
    Term all = same_memory(x, a);
    for (size_t k = 0; k < a->reads.len; k++) {
        bool done = false;
        for (size_t j = 0; j < k; j++)
            done |= term_same(a->reads.at[j].index, a->reads.at[k].index);
        if (!done)
            all = term_and(&x->terms, all, holds_at(x, a, at, list, a->reads.at[k].index));
    }
    return all;
}
