/* c_claims.c -- see c_claims.h.
 *
 * Nothing of front/c is used but the structures: steps are computed here in another way, and sets
 * of values do not occur. */
#include "c_claims.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "smt/solver.h"

enum { MOST_TRIED = 3000, MOST_ASKED = 40, MOST_LIMIT = 3000000 };

static const char *const names[] = {"zext", "sext", "trunc", "add",  "from", "mul",  "and",
                                    "or",   "xor",  "shl",   "lshr", "ashr", "udiv", "urem",
                                    "sdiv", "srem", "eq",    "ult",  "ule",  "slt",  "sle"};

/* ---- a step, once more ---- */

static __int128 number_of(uint64_t bits, unsigned width, bool is_signed)
{
    __int128 one = 1, value = bits & (uint64_t)((one << width) - 1);
    return is_signed && value >> (width - 1) ? value - (one << width) : value;
}

static uint64_t apply(const Step *step, uint64_t value)
{
    __int128 u = number_of(value, step->from, false), s = number_of(value, step->from, true);
    __int128 n = number_of(step->number, step->from, false);
    __int128 m = number_of(step->number, step->from, true), result = u;
    const char *name = names[step->op];
    if (strcmp(name, "sext") == 0)
        result = s;
    else if (strcmp(name, "add") == 0)
        result = u + n;
    else if (strcmp(name, "from") == 0)
        result = n - u;
    else if (strcmp(name, "mul") == 0)
        result = (__int128)((unsigned __int128)u * (unsigned __int128)n);
    else if (strcmp(name, "and") == 0)
        result = u & n;
    else if (strcmp(name, "or") == 0)
        result = u | n;
    else if (strcmp(name, "xor") == 0)
        result = u ^ n;
    else if (strcmp(name, "shl") == 0)
        result = (__int128)((unsigned __int128)u << n);
    else if (strcmp(name, "lshr") == 0)
        result = u >> n;
    else if (strcmp(name, "ashr") == 0)
        result = s >> n;
    else if (strcmp(name, "udiv") == 0)
        result = u / n;
    else if (strcmp(name, "urem") == 0)
        result = u % n;
    else if (strcmp(name, "sdiv") == 0)
        result = s / m;
    else if (strcmp(name, "srem") == 0)
        result = s % m;
    else if (step->op >= STEP_EQ)
        result = step->op == STEP_EQ    ? u == n
                 : step->op == STEP_ULT ? u < n
                 : step->op == STEP_ULE ? u <= n
                 : step->op == STEP_SLT ? s < m
                                        : s <= m;
    return (uint64_t)number_of((uint64_t)result, step->bits, false);
}

static uint64_t evaluate(const Chain *chain, uint64_t value)
{
    value = (uint64_t)number_of(value, chain->from, false);
    for (unsigned k = 0; k < chain->count; k++)
        value = apply(&chain->steps[k], value);
    return value;
}

/* ---- values ---- */

static bool is_in(Range range, uint64_t bits)
{
    __int128 value = number_of(bits, range.bits, range.is_signed);
    __int128 low = range.is_signed ? (__int128)(int64_t)range.low : (__int128)range.low;
    __int128 high = range.is_signed ? (__int128)(int64_t)range.high : (__int128)range.high;
    return low <= value && value <= high;
}

static bool goes(const Condition *way, uint64_t value)
{
    for (; way; way = way->before)
        if (evaluate(&way->chain, value) != way->holds)
            return false;
    return true;
}

static uint64_t signature(const Claim *claim, uint64_t value)
{
    uint64_t hash = 1;
    vec_each (Chain, chain, &claim->seen)
        hash = (hash + evaluate(chain, value)) * 0xd6e8feb86659fd93u ^ hash >> 31;
    return hash;
}

typedef VEC(uint64_t) Signs;

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static size_t count_of(const Signs *signs, uint64_t sign)
{
    size_t low = 0, high = signs->len, count = 0;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (signs->at[middle] < sign)
            low = middle + 1;
        else
            high = middle;
    }
    while (low + count < signs->len && signs->at[low + count] == sign)
        count++;
    return count;
}

/* NULL: it holds for the value. */
static const char *try_value(const Claim *claim, const Signs *tried, uint64_t value)
{
    if (!is_in(claim->full, value))
        return NULL;
    vec_each (const Condition *, way, &claim->never)
        if (claim->dropped && goes(*way, value))
            return "goes a way that no value goes";
    vec_each (const Condition *, way, &claim->ways)
        if (claim->dropped && !is_in(claim->narrow, value) && goes(*way, value))
            return "was dropped";
    if (claim->exact && is_in(claim->narrow, value) && !count_of(tried, signature(claim, value)))
        return "has nobody to stand for it";
    return NULL;
}

/* Every kind of which there are two values has two, if pairs are needed. */
static bool try_pairs(const Claim *claim, const Signs *tried, const Signs *all)
{
    for (size_t k = 1; k < all->len; k++)
        if (claim->pairs && all->at[k] == all->at[k - 1] && count_of(tried, all->at[k]) < 2)
            return false;
    return true;
}

static void show(const Claim *claim, const char *why, uint64_t value)
{
    fprintf(stderr, "%" PRIu64 " of %u bits %s\n", value, claim->full.bits, why);
    fprintf(stderr, "  range %" PRId64 "..%" PRId64 ", values:", (int64_t)claim->narrow.low,
            (int64_t)claim->narrow.high);
    vec_each (uint64_t, known, &claim->values)
        fprintf(stderr, " %" PRId64, (int64_t)*known);
    vec_each (Chain, chain, &claim->seen) {
        fprintf(stderr, "\n  seen:");
        for (unsigned k = 0; k < chain->count; k++)
            fprintf(stderr, " %s.%u->%u %" PRIu64, names[chain->steps[k].op], chain->steps[k].from,
                    chain->steps[k].bits, chain->steps[k].number);
    }
    fputs("\n", stderr);
}

/* ---- the solver ---- */

static Term step_term(Terms *t, const Step *step, Term value)
{
    static const TermOp ops[] = {
        [STEP_ADD] = TERM_BITS_ADD, [STEP_FROM] = TERM_BITS_SUB, [STEP_MUL] = TERM_BITS_MUL,
        [STEP_AND] = TERM_BITS_AND, [STEP_OR] = TERM_BITS_OR,    [STEP_XOR] = TERM_BITS_XOR,
        [STEP_SHL] = TERM_SHL,      [STEP_LSHR] = TERM_LSHR,     [STEP_ASHR] = TERM_ASHR,
        [STEP_UDIV] = TERM_UDIV,    [STEP_UREM] = TERM_UREM,     [STEP_SDIV] = TERM_SDIV,
        [STEP_SREM] = TERM_SREM,    [STEP_EQ] = TERM_EQ,         [STEP_ULT] = TERM_ULT,
        [STEP_ULE] = TERM_ULE,      [STEP_SLT] = TERM_SLT,       [STEP_SLE] = TERM_SLE};
    Sort sort = SORT_BITS(step->from);
    if (step->op <= STEP_TRUNC)
        return term_resize(t, value, step->bits, step->op == STEP_SEXT);
    int64_t number = (int64_t)number_of(step->number, step->from, true);
    Term other = term_constant(t, number, sort);
    if (step->op == STEP_FROM)
        return term_bits(t, TERM_BITS_SUB, other, value);
    if (step->op < STEP_EQ)
        return term_bits(t, ops[step->op], value, other);
    Term holds =
        step->op == STEP_EQ ? term_eq(t, value, other) : term_bits(t, ops[step->op], value, other);
    return term_ite(t, holds, term_constant(t, 1, SORT_BITS(1)), term_constant(t, 0, SORT_BITS(1)));
}

static Term chain_term(Terms *t, const Chain *chain, Term value)
{
    for (unsigned k = 0; k < chain->count; k++)
        value = step_term(t, &chain->steps[k], value);
    return value;
}

static Term in_term(Terms *t, Range range, Term value)
{
    Sort sort = SORT_BITS(range.bits);
    TermOp le = range.is_signed ? TERM_SLE : TERM_ULE;
    Term low = term_constant(t, (int64_t)number_of(range.low, range.bits, true), sort);
    Term high = term_constant(t, (int64_t)number_of(range.high, range.bits, true), sort);
    return term_and(t, term_bits(t, le, low, value), term_bits(t, le, value, high));
}

static Term constant_term(Terms *t, uint64_t value, unsigned bits)
{
    return term_constant(t, (int64_t)number_of(value, bits, true), SORT_BITS(bits));
}

static Term way_term(Terms *t, const Condition *way, Term value)
{
    Term all = term_bool(t, true);
    for (; way; way = way->before)
        all = term_and(
            t, all, term_eq(t, chain_term(t, &way->chain, value), constant_term(t, way->holds, 1)));
    return all;
}

/* There is a value for which the claim does not hold. */
static Term wrong_term(Terms *t, const Claim *claim, Term value)
{
    Term wrong = term_bool(t, false), narrow = in_term(t, claim->narrow, value), alone = narrow;
    for (size_t k = 0; claim->dropped && k < claim->never.len; k++)
        wrong = term_or(t, wrong, way_term(t, claim->never.at[k], value));
    for (size_t k = 0; claim->dropped && k < claim->ways.len; k++)
        wrong = term_or(t, wrong,
                        term_and(t, term_not(t, narrow), way_term(t, claim->ways.at[k], value)));
    vec_each (uint64_t, other, &claim->values) {
        Term differs = term_bool(t, false);
        vec_each (Chain, chain, &claim->seen)
            differs = term_or(
                t, differs,
                term_not(t, term_eq(t, chain_term(t, chain, value),
                                    constant_term(t, evaluate(chain, *other), chain->bits))));
        alone = term_and(t, alone, differs);
    }
    if (claim->exact)
        wrong = term_or(t, wrong, alone);
    return term_and(t, wrong, in_term(t, claim->full, value));
}

static void ask(Claims *claims, const Claim *claim)
{
    Terms terms = {0};
    char why[160];
    SolverOptions options = {.program = "z3", .limit = MOST_LIMIT};
    terms_begin(&terms);
    Solver *solver = solver_new(&terms, &options, why, sizeof why);
    Term value = term_variable(&terms, "input", SORT_BITS(claim->full.bits));
    SolverAnswer answer = SOLVER_UNKNOWN;
    if (solver) {
        solver_add(solver, wrong_term(&terms, claim, value));
        answer = solver_check(solver, NULL, 0);
    }
    claims->solved += answer == SOLVER_UNSAT;
    claims->open += answer == SOLVER_UNKNOWN;
    if (answer == SOLVER_SAT) {
        claims->wrong++;
        show(claim, "or another value is not as claimed, says the solver", 0);
    }
    if (solver)
        solver_free(solver);
    terms_free(&terms);
}

/* ---- the whole ---- */

/* Some value or other, near numbers that occur. */
static uint64_t draw(const Claim *claim, uint64_t k)
{
    uint64_t dice = (k + 1) * 0x9e3779b97f4a7c15u, number = 0;
    dice ^= dice >> 29;
    dice *= 0xbf58476d1ce4e5b9u;
    dice ^= dice >> 32;
    if (claim->seen.len) {
        const Chain *chain = &claim->seen.at[dice % claim->seen.len];
        number = chain->count ? chain->steps[dice / 64 % chain->count].number : 0;
    }
    if (k % 4 == 0)
        return dice >> k % 61;
    return (number << dice / 4096 % 12 * (k % 3)) + dice / 65536 % 5 - 2;
}

void claims_check(void *data, const Claim *claim)
{
    Claims *claims = data;
    Signs tried = {0}, all = {0};
    bool small = claim->full.bits <= 16;
    uint64_t count = small ? (uint64_t)1 << claim->full.bits : MOST_TRIED;
    const char *why = NULL;
    claims->checked++;
    vec_each (uint64_t, value, &claim->values)
        vec_push(&tried, signature(claim, *value));
    if (tried.len)
        qsort(tried.at, tried.len, sizeof *tried.at, by_value);
    uint64_t value = 0;
    for (uint64_t k = 0; k < count && !why; k++) {
        value = small ? k : (uint64_t)number_of(draw(claim, k), claim->full.bits, false);
        why = try_value(claim, &tried, value);
        if (small && claim->exact && claim->pairs && is_in(claim->narrow, value))
            vec_push(&all, signature(claim, value));
    }
    if (all.len)
        qsort(all.at, all.len, sizeof *all.at, by_value);
    if (!why && claim->exact && !try_pairs(claim, &tried, &all))
        why = "or another value needs a second one of its kind";
    if (why) {
        claims->wrong++;
        show(claim, why, value);
    } else if (!small && claim->values.len <= MOST_ASKED)
        ask(claims, claim);
    vec_free(&tried);
    vec_free(&all);
}
