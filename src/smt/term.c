/* term.c -- see term.h. */
#include "smt/term.h"

#include <stdio.h>
#include <stdlib.h>

const TermInfo term_info[TERM_OPS] = {
#define TERM(name, text, arity) {text, arity},
#include "smt/term.def"
#undef TERM
};

enum { WORDS = 3 };

static Term make(Terms *terms, Node node)
{
    assert(node.sort.depth <= MOST_DEPTH);
    uint64_t words[WORDS] = {(uint64_t)node.op | (uint64_t)node.sort.base << 8 |
                                 (uint64_t)node.sort.depth << 10 | (uint64_t)node.sort.keys << 14 |
                                 (uint64_t)node.sort.width << 18 | (uint64_t)node.arg[0].ix << 32,
                             node.arg[1].ix | (uint64_t)node.arg[2].ix << 32, (uint64_t)node.value};
    return (Term){records_add(&terms->records, words, WORDS)};
}

Node term_node(const Terms *terms, Term term)
{
    const uint64_t *words = records_get(&terms->records, term.ix);
    return (Node){
        .op = (TermOp)(words[0] & 0xff),
        .sort = {words[0] >> 8 & 3, words[0] >> 10 & 15, words[0] >> 18 & 127, words[0] >> 14 & 15},
        .arg = {{(uint32_t)(words[0] >> 32)}, {(uint32_t)words[1]}, {(uint32_t)(words[1] >> 32)}},
        .value = (int64_t)words[2]};
}

Sort term_sort(const Terms *terms, Term term)
{
    return term_node(terms, term).sort;
}

uint32_t terms_count(const Terms *terms)
{
    return records_count(&terms->records);
}

void terms_begin(Terms *terms)
{
    *terms = (Terms){0};
    terms->yes = make(terms, (Node){.op = TERM_TRUE, .sort = SORT_BOOL});
    terms->no = make(terms, (Node){.op = TERM_FALSE, .sort = SORT_BOOL});
}

void terms_free(Terms *terms)
{
    records_free(&terms->records);
    vec_free(&terms->names);
    vec_free(&terms->by_name);
    vec_free(&terms->mark);
    vec_free(&terms->became);
    vec_free(&terms->quantifies);
    vec_free(&terms->bound);
    vec_free(&terms->open);
    vec_free(&terms->apart);
    arena_free(&terms->arena);
}

/* ---- leaves ---- */

Term term_bool(Terms *terms, bool value)
{
    return value ? terms->yes : terms->no;
}

Term term_number(Terms *terms, int64_t value)
{
    return make(terms, (Node){.op = TERM_NUMBER, .sort = SORT_INT, .value = value});
}

/* The last bits of a number, with their sign. */
static int64_t cut(int64_t value, unsigned width)
{
    unsigned rest = 64 - width;
    return (int64_t)((uint64_t)value << rest) >> rest;
}

Term term_constant(Terms *terms, int64_t value, Sort sort)
{
    if (sort.base == SORT_VECTOR)
        value = cut(value, sort.width);
    return make(terms, (Node){.op = TERM_NUMBER, .sort = sort, .value = value});
}

static uint32_t *name_slot(Terms *terms, const char *name)
{
    uint64_t hash = 14695981039346656037u;
    for (const char *s = name; *s; s++)
        hash = (hash ^ (unsigned char)*s) * 1099511628211u;
    size_t mask = terms->by_name.len - 1;
    for (size_t i = (size_t)(hash >> 20) & mask;; i = (i + 1) & mask) {
        uint32_t *slot = &terms->by_name.at[i];
        if (!*slot || strcmp(terms->names.at[*slot - 1], name) == 0)
            return slot;
    }
}

static uint32_t intern_name(Terms *terms, const char *name)
{
    if (terms->names.len * 2 >= terms->by_name.len) {
        size_t len = terms->by_name.len ? terms->by_name.len * 2 : 64;
        terms->by_name.len = 0;
        vec_resize(&terms->by_name, len);
        memset(terms->by_name.at, 0, len * sizeof *terms->by_name.at);
        for (size_t i = 0; i < terms->names.len; i++)
            *name_slot(terms, terms->names.at[i]) = (uint32_t)i + 1;
    }
    uint32_t *slot = name_slot(terms, name);
    if (!*slot) {
        vec_push(&terms->names, arena_copy(&terms->arena, name, strlen(name)));
        *slot = (uint32_t)terms->names.len;
    }
    return *slot - 1;
}

Term term_variable(Terms *terms, const char *name, Sort sort)
{
    return make(terms,
                (Node){.op = TERM_VARIABLE, .sort = sort, .value = intern_name(terms, name)});
}

const char *term_name(const Terms *terms, Term variable)
{
    return terms->names.at[term_node(terms, variable).value];
}

bool term_is_number(const Terms *terms, Term term, int64_t *value)
{
    Node node = term_node(terms, term);
    *value = node.value;
    return node.op == TERM_NUMBER;
}

bool term_is_true(const Terms *terms, Term term)
{
    return term.ix == terms->yes.ix;
}

bool term_is_false(const Terms *terms, Term term)
{
    return term.ix == terms->no.ix;
}

/* ---- booleans ---- */

static bool is_negation(const Terms *terms, Term a, Term b)
{
    Node x = term_node(terms, a), y = term_node(terms, b);
    return (x.op == TERM_NOT && x.arg[0].ix == b.ix) || (y.op == TERM_NOT && y.arg[0].ix == a.ix);
}

Term term_not(Terms *terms, Term a)
{
    Node node = term_node(terms, a);
    assert(sort_equal(node.sort, SORT_BOOL));
    if (node.op == TERM_TRUE || node.op == TERM_FALSE)
        return term_bool(terms, node.op == TERM_FALSE);
    if (node.op == TERM_NOT)
        return node.arg[0];
    return make(terms, (Node){.op = TERM_NOT, .sort = SORT_BOOL, .arg = {a}});
}

/* Does the chain of `op` that begins at a contain b, within a few steps? */
static bool chain_has(const Terms *terms, TermOp op, Term a, Term b)
{
    for (int i = 0; i < 8; i++) {
        if (a.ix == b.ix)
            return true;
        Node node = term_node(terms, a);
        if (node.op != op)
            return false;
        if (node.arg[1].ix == b.ix)
            return true;
        a = node.arg[0];
    }
    return false;
}

/* x and not (not x and y) is x, and the same with or: is it of this form? */
static bool absorbs(const Terms *terms, TermOp op, Term a, Node y)
{
    Node inner = y.op == TERM_NOT ? term_node(terms, y.arg[0]) : y;
    return y.op == TERM_NOT && inner.op == op &&
           (is_negation(terms, inner.arg[0], a) || is_negation(terms, inner.arg[1], a));
}

/* x or (x and y) is x, and the other way round; NO_TERM: not of this form. */
static Term absorb(const Terms *terms, TermOp op, Term a, Term b)
{
    TermOp other = op == TERM_AND ? TERM_OR : TERM_AND;
    Node x = term_node(terms, a), y = term_node(terms, b);
    if (absorbs(terms, op, a, y))
        return a;
    if (absorbs(terms, op, b, x))
        return b;
    if (x.op == other && (x.arg[0].ix == b.ix || x.arg[1].ix == b.ix))
        return b;
    return y.op == other && (y.arg[0].ix == a.ix || y.arg[1].ix == a.ix) ? a : NO_TERM;
}

static bool differ(Terms *terms, Term a, Term b);

static bool is_numeric(Sort sort)
{
    return !sort.depth && sort.base != SORT_BOOLEAN;
}

/* x == a and x == b, where a and b are different. */
static bool conflict(Terms *terms, Term a, Term b)
{
    Node x = term_node(terms, a), y = term_node(terms, b);
    if (x.op != TERM_EQ || y.op != TERM_EQ || !is_numeric(term_sort(terms, x.arg[0])))
        return false;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            if (x.arg[i].ix == y.arg[k].ix && differ(terms, x.arg[1 - i], y.arg[1 - k]))
                return true;
    return false;
}

/* The value that decides, and the one that does nothing. */
static Term junction(Terms *terms, TermOp op, Term a, Term b)
{
    Term strong = op == TERM_AND ? terms->no : terms->yes;
    Term weak = op == TERM_AND ? terms->yes : terms->no;
    assert(sort_equal(term_sort(terms, a), SORT_BOOL) &&
           sort_equal(term_sort(terms, b), SORT_BOOL));
    if (a.ix == strong.ix || b.ix == strong.ix || is_negation(terms, a, b))
        return strong;
    if (op == TERM_AND && conflict(terms, a, b))
        return strong;
    if (a.ix == weak.ix || chain_has(terms, op, b, a))
        return b;
    if (b.ix == weak.ix || chain_has(terms, op, a, b))
        return a;
    Term absorbed = absorb(terms, op, a, b);
    if (absorbed.ix)
        return absorbed;
    return make(terms, (Node){.op = op, .sort = SORT_BOOL, .arg = {a, b}});
}

Term term_and(Terms *terms, Term a, Term b)
{
    return junction(terms, TERM_AND, a, b);
}

Term term_or(Terms *terms, Term a, Term b)
{
    return junction(terms, TERM_OR, a, b);
}

Term term_implies(Terms *terms, Term a, Term b)
{
    return term_or(terms, term_not(terms, a), b);
}

/* x + c as x and c. */
static Term split_sum(Terms *terms, Term a, int64_t *c)
{
    Node node = term_node(terms, a);
    *c = 0;
    if ((node.op == TERM_ADD || node.op == TERM_BITS_ADD) && term_is_number(terms, node.arg[1], c))
        return node.arg[0];
    *c = 0;
    return a;
}

/* Where the pair is among those that are known to be different, or would be. */
static size_t find_apart(const Terms *terms, uint64_t pair)
{
    size_t low = 0, high = terms->apart.len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (terms->apart.at[middle] < pair)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint64_t pair_of(Term a, Term b)
{
    return a.ix < b.ix ? (uint64_t)a.ix << 32 | b.ix : (uint64_t)b.ix << 32 | a.ix;
}

void terms_tell_apart(Terms *terms, Term a, Term b)
{
    uint64_t pair = pair_of(a, b);
    size_t at = find_apart(terms, pair);
    if (at < terms->apart.len && terms->apart.at[at] == pair)
        return;
    vec_push(&terms->apart, pair);
    memmove(&terms->apart.at[at + 1], &terms->apart.at[at],
            (terms->apart.len - 1 - at) * sizeof pair);
    terms->apart.at[at] = pair;
}

/* Surely different: known to be, two numbers, x + c and x + d, something positive and a number that
 * is not. */
static bool differ(Terms *terms, Term a, Term b)
{
    int64_t x, y;
    bool left = term_is_number(terms, a, &x), right = term_is_number(terms, b, &y);
    if ((a.ix == terms->positive.ix && right && y <= 0) ||
        (b.ix == terms->positive.ix && left && x <= 0))
        return true;
    if (left || right)
        return left && right && x != y;
    size_t at = find_apart(terms, pair_of(a, b));
    if (at < terms->apart.len && terms->apart.at[at] == pair_of(a, b))
        return true;
    Term base_a = split_sum(terms, a, &x), base_b = split_sum(terms, b, &y);
    return base_a.ix == base_b.ix && x != y;
}

Term term_eq(Terms *terms, Term a, Term b)
{
    Node x = term_node(terms, a), y = term_node(terms, b);
    assert(sort_equal(x.sort, y.sort));
    if (a.ix == b.ix)
        return terms->yes;
    if (x.op == TERM_NUMBER && y.op == TERM_NUMBER)
        return terms->no;
    if (sort_equal(x.sort, SORT_BOOL)) {
        if (x.op == TERM_TRUE || y.op == TERM_TRUE)
            return x.op == TERM_TRUE ? b : a;
        if (x.op == TERM_FALSE || y.op == TERM_FALSE)
            return term_not(terms, x.op == TERM_FALSE ? b : a);
    }
    if (is_numeric(x.sort) && differ(terms, a, b))
        return terms->no;
    if (x.op == TERM_NUMBER)
        return term_eq(terms, b, a);
    int64_t yes, no;
    if (x.op == TERM_ITE && y.op == TERM_NUMBER && term_is_number(terms, x.arg[1], &yes) &&
        term_is_number(terms, x.arg[2], &no))
        return term_ite(terms, x.arg[0], term_bool(terms, yes == y.value),
                        term_bool(terms, no == y.value));
    if (a.ix > b.ix && y.op != TERM_NUMBER)
        return term_eq(terms, b, a);
    return make(terms, (Node){.op = TERM_EQ, .sort = SORT_BOOL, .arg = {a, b}});
}

Term term_ite(Terms *terms, Term test, Term yes, Term no)
{
    Node node = term_node(terms, test);
    Sort sort = term_sort(terms, yes);
    assert(sort_equal(sort, term_sort(terms, no)));
    if (node.op == TERM_TRUE || yes.ix == no.ix)
        return yes;
    if (node.op == TERM_FALSE)
        return no;
    if (node.op == TERM_NOT)
        return term_ite(terms, node.arg[0], no, yes);
    if (sort_equal(sort, SORT_BOOL)) {
        if (term_is_true(terms, yes))
            return term_or(terms, test, no);
        if (term_is_false(terms, yes))
            return term_and(terms, term_not(terms, test), no);
        if (term_is_true(terms, no))
            return term_or(terms, term_not(terms, test), yes);
        if (term_is_false(terms, no))
            return term_and(terms, test, yes);
    }
    return make(terms, (Node){.op = TERM_ITE, .sort = sort, .arg = {test, yes, no}});
}

/* ---- integers ---- */

static Term arithmetic(Terms *terms, TermOp op, Sort sort, Term a, Term b)
{
    return make(terms, (Node){.op = op, .sort = sort, .arg = {a, b}});
}

Term term_add(Terms *terms, Term a, Term b)
{
    int64_t x, y, sum, c;
    bool left = term_is_number(terms, a, &x), right = term_is_number(terms, b, &y);
    if (left && right && !__builtin_add_overflow(x, y, &sum))
        return term_number(terms, sum);
    if (left && !right)
        return term_add(terms, b, a);
    if (right && !y)
        return a;
    Term base = split_sum(terms, a, &c);
    if (right && c && !__builtin_add_overflow(c, y, &sum))
        return term_add(terms, base, term_number(terms, sum));
    return arithmetic(terms, TERM_ADD, SORT_INT, a, b);
}

Term term_sub(Terms *terms, Term a, Term b)
{
    int64_t y;
    if (a.ix == b.ix)
        return term_number(terms, 0);
    if (term_is_number(terms, b, &y) && y != INT64_MIN)
        return term_add(terms, a, term_number(terms, -y));
    return arithmetic(terms, TERM_SUB, SORT_INT, a, b);
}

Term term_mul(Terms *terms, Term a, Term b)
{
    int64_t x, y, product;
    bool left = term_is_number(terms, a, &x), right = term_is_number(terms, b, &y);
    if (left && right && !__builtin_mul_overflow(x, y, &product))
        return term_number(terms, product);
    if (left && !right)
        return term_mul(terms, b, a);
    if (right && y == 1)
        return a;
    if (right && y == 0)
        return b;
    return arithmetic(terms, TERM_MUL, SORT_INT, a, b);
}

/* The quotient of magnitudes, with the sign put back. */
Term term_div(Terms *terms, Term a, Term b)
{
    int64_t x, y;
    Term zero = term_number(terms, 0);
    if (term_is_number(terms, a, &x) && term_is_number(terms, b, &y) && y && y != -1)
        return term_number(terms, x / y);
    Term minus_a = term_sub(terms, zero, a);
    Term positive = arithmetic(terms, TERM_DIV, SORT_INT, a, b);
    Term negative = term_sub(terms, zero, arithmetic(terms, TERM_DIV, SORT_INT, minus_a, b));
    return term_ite(terms, term_le(terms, zero, a), positive, negative);
}

Term term_rem(Terms *terms, Term a, Term b)
{
    int64_t x, y;
    Term zero = term_number(terms, 0);
    if (term_is_number(terms, a, &x) && term_is_number(terms, b, &y) && y && y != -1)
        return term_number(terms, x % y);
    Term minus_a = term_sub(terms, zero, a);
    Term positive = arithmetic(terms, TERM_MOD, SORT_INT, a, b);
    Term negative = term_sub(terms, zero, arithmetic(terms, TERM_MOD, SORT_INT, minus_a, b));
    return term_ite(terms, term_le(terms, zero, a), positive, negative);
}

Term term_lt(Terms *terms, Term a, Term b)
{
    int64_t x, y;
    if (a.ix == b.ix)
        return terms->no;
    if (term_is_number(terms, a, &x) && term_is_number(terms, b, &y))
        return term_bool(terms, x < y);
    return arithmetic(terms, TERM_LT, SORT_BOOL, a, b);
}

Term term_le(Terms *terms, Term a, Term b)
{
    int64_t x, y;
    if (a.ix == b.ix)
        return terms->yes;
    if (term_is_number(terms, a, &x) && term_is_number(terms, b, &y))
        return term_bool(terms, x <= y);
    return arithmetic(terms, TERM_LE, SORT_BOOL, a, b);
}

/* ---- bit-vectors ---- */

static int64_t shifted(TermOp op, int64_t x, uint64_t by, unsigned width)
{
    uint64_t whole = (uint64_t)x << (64 - width) >> (64 - width);
    if (by >= width)
        return op == TERM_ASHR && x < 0 ? -1 : 0;
    return op == TERM_SHL    ? (int64_t)((uint64_t)x << by)
           : op == TERM_LSHR ? (int64_t)(whole >> by)
                             : x >> by;
}

static int64_t divided(TermOp op, int64_t x, int64_t y, unsigned width)
{
    unsigned rest = 64 - width;
    uint64_t a = (uint64_t)x << rest >> rest, b = (uint64_t)y << rest >> rest;
    if (y == -1 && (op == TERM_SDIV || op == TERM_SREM))
        return op == TERM_SDIV ? (int64_t)(0 - (uint64_t)x) : 0;
    return op == TERM_SDIV   ? x / y
           : op == TERM_SREM ? x % y
           : op == TERM_UDIV ? (int64_t)(a / b)
                             : (int64_t)(a % b);
}

/* Of two numbers; the result has not been cut.  False: it is left to the solver. */
static bool folded(TermOp op, int64_t x, int64_t y, unsigned width, int64_t *result)
{
    unsigned rest = 64 - width;
    uint64_t a = (uint64_t)x, b = (uint64_t)y;
    switch (op) {
    case TERM_BITS_ADD:
        *result = (int64_t)(a + b);
        return true;
    case TERM_BITS_SUB:
        *result = (int64_t)(a - b);
        return true;
    case TERM_BITS_MUL:
        *result = (int64_t)(a * b);
        return true;
    case TERM_BITS_AND:
        *result = x & y;
        return true;
    case TERM_BITS_OR:
        *result = x | y;
        return true;
    case TERM_BITS_XOR:
        *result = x ^ y;
        return true;
    case TERM_SHL:
    case TERM_LSHR:
    case TERM_ASHR:
        *result = shifted(op, x, b << rest >> rest, width);
        return true;
    case TERM_SDIV:
    case TERM_UDIV:
    case TERM_SREM:
    case TERM_UREM:
        *result = y ? divided(op, x, y, width) : 0;
        return y != 0;
    case TERM_SLT:
    case TERM_SLE:
        *result = op == TERM_SLT ? x < y : x <= y;
        return true;
    case TERM_ULT:
    case TERM_ULE:
        *result = op == TERM_ULT ? a << rest < b << rest : a << rest <= b << rest;
        return true;
    case TERM_TRUE ... TERM_LE: /* not of two vectors */
    case TERM_LOW ... TERM_FORALL:
    case TERM_OPS:
        return false;
    }
    abort();
}

Term term_bits(Terms *terms, TermOp op, Term a, Term b)
{
    Sort sort = term_sort(terms, a);
    int64_t x, y, c, result;
    bool left = term_is_number(terms, a, &x), right = term_is_number(terms, b, &y);
    bool compares = op == TERM_SLT || op == TERM_SLE || op == TERM_ULT || op == TERM_ULE;
    assert(sort.base == SORT_VECTOR && sort_equal(sort, term_sort(terms, b)));
    if (left && right && folded(op, x, y, sort.width, &result))
        return compares ? term_bool(terms, result) : term_constant(terms, result, sort);
    if (compares && a.ix == b.ix)
        return term_bool(terms, op == TERM_SLE || op == TERM_ULE);
    if ((op == TERM_BITS_ADD || op == TERM_BITS_MUL) && left)
        return term_bits(terms, op, b, a);
    if (op == TERM_BITS_SUB && right)
        return term_bits(terms, TERM_BITS_ADD, a,
                         term_constant(terms, (int64_t)(0 - (uint64_t)y), sort));
    if (right && y == (op == TERM_BITS_MUL) && (op == TERM_BITS_ADD || op == TERM_BITS_MUL))
        return a;
    Term base = split_sum(terms, a, &c);
    if (op == TERM_BITS_ADD && right && c)
        return term_bits(terms, op, base,
                         term_constant(terms, (int64_t)((uint64_t)c + (uint64_t)y), sort));
    return arithmetic(terms, op, compares ? SORT_BOOL : sort, a, b);
}

Term term_resize(Terms *terms, Term a, unsigned width, bool is_signed)
{
    Node node = term_node(terms, a);
    unsigned from = node.sort.width;
    assert(sort_equal(node.sort, SORT_BITS(from)));
    if (from == width)
        return a;
    if (node.op == TERM_NUMBER && from > width)
        return term_constant(terms, node.value, SORT_BITS(width));
    if (node.op == TERM_NUMBER)
        return term_constant(
            terms,
            is_signed ? node.value : (int64_t)((uint64_t)node.value << (64 - from) >> (64 - from)),
            SORT_BITS(width));
    bool extended = node.op == TERM_SIGN || node.op == TERM_ZERO;
    if (from > width && extended && term_sort(terms, node.arg[0]).width >= width)
        return term_resize(terms, node.arg[0], width, false);
    TermOp op = from > width ? TERM_LOW : is_signed ? TERM_SIGN : TERM_ZERO;
    return make(terms, (Node){.op = op, .sort = SORT_BITS(width), .arg = {a}});
}

/* ---- arrays ---- */

/* Where one of two arrays is read it may hold the same value as the other one.  `depth`: how many
 * such pairs are looked into. */
static Term select_from(Terms *terms, Term array, Term index, int depth)
{
    Node node = term_node(terms, array);
    for (; node.op == TERM_STORE; node = term_node(terms, array)) {
        if (node.arg[1].ix == index.ix)
            return node.arg[2];
        if (!differ(terms, node.arg[1], index))
            break;
        array = node.arg[0];
    }
    if (node.op == TERM_ITE && depth) {
        Term yes = select_from(terms, node.arg[1], index, depth - 1);
        Term no = select_from(terms, node.arg[2], index, depth - 1);
        if (yes.ix == no.ix)
            return yes;
    }
    Sort sort = sort_element(term_sort(terms, array));
    assert(sort_equal(sort_key(term_sort(terms, array)), term_sort(terms, index)));
    return make(terms, (Node){.op = TERM_SELECT, .sort = sort, .arg = {array, index}});
}

Term term_select(Terms *terms, Term array, Term index)
{
    enum { PAIRS = 4 };
    assert(term_sort(terms, array).depth > 0);
    return select_from(terms, array, index, PAIRS);
}

Term term_store(Terms *terms, Term array, Term index, Term value)
{
    Node node = term_node(terms, array);
    assert(sort_equal(sort_element(node.sort), term_sort(terms, value)));
    assert(sort_equal(sort_key(node.sort), term_sort(terms, index)));
    if (node.op == TERM_STORE && node.arg[1].ix == index.ix)
        array = node.arg[0];
    Node old = term_node(terms, value);
    if (old.op == TERM_SELECT && old.arg[0].ix == array.ix && old.arg[1].ix == index.ix)
        return array;
    return make(terms, (Node){.op = TERM_STORE, .sort = node.sort, .arg = {array, index, value}});
}

Term term_forall(Terms *terms, Term variable, Term body)
{
    if (term_is_true(terms, body) || term_is_false(terms, body))
        return body;
    return make(terms, (Node){.op = TERM_FORALL, .sort = SORT_BOOL, .arg = {variable, body}});
}

/* ---- whole terms ---- */

static Term rebuild(Terms *terms, Node node)
{
    Term a = node.arg[0], b = node.arg[1], c = node.arg[2];
    switch (node.op) {
    case TERM_BITS_ADD ... TERM_ULE:
        return term_bits(terms, node.op, a, b);
    case TERM_NOT:
        return term_not(terms, a);
    case TERM_AND:
    case TERM_OR:
        return junction(terms, node.op, a, b);
    case TERM_EQ:
        return term_eq(terms, a, b);
    case TERM_ITE:
        return term_ite(terms, a, b, c);
    case TERM_ADD:
        return term_add(terms, a, b);
    case TERM_SUB:
        return term_sub(terms, a, b);
    case TERM_MUL:
        return term_mul(terms, a, b);
    case TERM_LT:
        return term_lt(terms, a, b);
    case TERM_LE:
        return term_le(terms, a, b);
    case TERM_SELECT:
        return term_select(terms, a, b);
    case TERM_STORE:
        return term_store(terms, a, b, c);
    case TERM_FORALL:
        return term_forall(terms, a, b);
    case TERM_LOW:
    case TERM_SIGN:
    case TERM_ZERO:
        return term_resize(terms, a, node.sort.width, node.op == TERM_SIGN);
    case TERM_TRUE ... TERM_VARIABLE:
    case TERM_DIV:
    case TERM_MOD:
    case TERM_OPS:
        return make(terms, node);
    }
    abort();
}

/* Operands first; those below `least` are left out, and so is what lies below them. */
static void collect(Terms *terms, Term root, uint32_t least, TermList *list)
{
    TermList stack = {0};
    vec_push(&stack, root);
    while (stack.len) {
        Term top = vec_last(&stack);
        bool ready = true;
        if (top.ix < least || terms->mark.at[top.ix]) {
            (void)vec_pop(&stack);
            continue;
        }
        Node node = term_node(terms, top);
        for (int i = 0; i < term_info[node.op].arity; i++)
            if (node.arg[i].ix >= least && !terms->mark.at[node.arg[i].ix]) {
                vec_push(&stack, node.arg[i]);
                ready = false;
            }
        if (!ready)
            continue;
        terms->mark.at[top.ix] = true;
        vec_push(list, top);
        (void)vec_pop(&stack);
    }
    vec_free(&stack);
}

void term_collect(Terms *terms, Term root, uint32_t least, TermList *list)
{
    vec_resize(&terms->mark, terms_count(terms) + 1);
    collect(terms, root, least, list);
    vec_each (Term, t, list)
        terms->mark.at[t->ix] = false;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = ((const Term *)a)->ix, y = ((const Term *)b)->ix;
    return x < y ? -1 : x > y;
}

/* terms->became has what the terms below became, by number; nothing between two calls. */
Term term_replace(Terms *terms, Term term, const Term *from, const Term *to, size_t count)
{
    TermList below = {0};
    uint32_t least = UINT32_MAX;
    for (size_t i = 0; i < count; i++)
        least = from[i].ix < least ? from[i].ix : least;
    term_collect(terms, term, least, &below);
    if (!below.len)
        return term;
    vec_resize(&terms->became, terms_count(terms) + 1);
    Term *became = terms->became.at; /* new terms are not looked up */
    qsort(below.at, below.len, sizeof *below.at, by_number);
    vec_each (Term, t, &below) {
        Term made = NO_TERM;
        for (size_t i = 0; i < count; i++)
            if (from[i].ix == t->ix)
                made = to[i];
        Node node = term_node(terms, *t);
        for (int i = 0; i < term_info[node.op].arity && !made.ix; i++)
            if (became[node.arg[i].ix].ix)
                node.arg[i] = became[node.arg[i].ix];
        became[t->ix] = made.ix ? made : rebuild(terms, node);
    }
    Term result = became[term.ix];
    assert(result.ix);
    vec_each (Term, t, &below)
        became[t->ix] = NO_TERM;
    vec_free(&below);
    return result;
}

bool term_contains(Terms *terms, Term term, Term what)
{
    TermList below = {0};
    bool found = false;
    term_collect(terms, term, what.ix, &below);
    vec_each (Term, t, &below)
        found = found || t->ix == what.ix;
    vec_free(&below);
    return found;
}

const char *sort_text(Sort sort, char text[SORT_TEXT])
{
    int len = 0;
    for (int i = 0; i < sort.depth && i < 5; i++)
        len += snprintf(text + len, (size_t)(SORT_TEXT - len), "(Array %s ",
                        sort.keys >> (sort.depth - 1 - i) & 1 ? "(_ BitVec 64)" : "Int");
    if (sort.base == SORT_VECTOR)
        len += snprintf(text + len, (size_t)(SORT_TEXT - len), "(_ BitVec %u)", sort.width);
    else
        len += snprintf(text + len, (size_t)(SORT_TEXT - len), "%s",
                        sort.base == SORT_BOOLEAN ? "Bool" : "Int");
    for (int i = 0; i < sort.depth && i < 5; i++)
        len += snprintf(text + len, (size_t)(SORT_TEXT - len), ")");
    return text;
}
