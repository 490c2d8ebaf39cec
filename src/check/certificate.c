/* certificate.c -- is the over-approximation what it must be?  See replay.h.
 *
 * Nothing is shared with the engine that made it.  The rows become a set in which the windows of
 * interchangeable threads are sorted; then, for each row, each thread and each of its rules:
 *
 *   step   <s, a b> -> <s', c b>     is in the set
 *   push   <s, a b> -> <s', c d>     is in the set, and b is noted below d
 *   pop    <s, a b> -> <s', b x>     is in the set for every x noted below b
 *   pop    <s, a>   -> <s', empty>   is in the set */
#include <stdlib.h>

#include "base/intern.h"
#include "check/replay.h"
#include "check/refuse.h"

typedef struct Note {
    uint32_t thread, symbol, below;
} Note;

typedef struct Cert {
    const Job *job;
    const Cpds *model;
    size_t threads;
    uint32_t *twin; /* thread -> the first one that it can change places with */
    Records rows;   /* shared state, windows: top << 32 | second, sorted */
    VEC(Note) sorted;
    Records notes;        /* thread, symbol, below */
    uint64_t *row, *next; /* scratch */
    Why why;
} Cert;

static bool refuse_over(const Cert *c, const char *what)
{
    return refuse(c->why, "the over-approximation is wrong: %s", what);
}

static uint64_t window(uint32_t top, uint32_t second)
{
    return (uint64_t)top << 32 | second;
}

static uint32_t top_of(uint64_t w)
{
    return (uint32_t)(w >> 32);
}

static uint32_t second_of(uint64_t w)
{
    return (uint32_t)w;
}

/* ---- symmetry ---- */

static void find_twins(Cert *c)
{
    for (uint32_t t = 0; t < c->threads; t++) {
        const PdsWord *mine = &c->model->init.stacks[t];
        uint32_t u = 0;
        for (; u < t; u++) {
            const PdsWord *other = &c->model->init.stacks[u];
            if (c->model->threads.at[u].class == c->model->threads.at[t].class &&
                mine->len == other->len &&
                (!mine->len || memcmp(mine->at, other->at, mine->len * sizeof *mine->at) == 0))
                break;
        }
        c->twin[t] = u < t ? c->twin[u] : t;
    }
}

/* Sorts the windows of twins, by exchanging neighbours among them. */
static void sort_row(const Cert *c, uint64_t *row)
{
    for (size_t t = 0; t < c->threads; t++)
        for (size_t u = t + 1; u < c->threads; u++)
            if (c->twin[t] == c->twin[u] && row[u + 1] < row[t + 1]) {
                uint64_t swap = row[t + 1];
                row[t + 1] = row[u + 1];
                row[u + 1] = swap;
            }
}

/* Adds what is not there: true if it was there. */
static bool is_in(Records *set, const uint64_t *words, size_t len)
{
    uint32_t before = records_count(set);
    return records_add(set, words, len) <= before;
}

/* ---- steps ---- */

static int by_contents(const void *a, const void *b)
{
    const Note *x = a, *y = b;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    if (x->symbol != y->symbol)
        return x->symbol < y->symbol ? -1 : 1;
    return x->below < y->below ? -1 : x->below > y->below;
}

static bool has_row(Cert *c, uint32_t shared, size_t t, uint64_t w)
{
    memcpy(c->next, c->row, (c->threads + 1) * sizeof *c->next);
    c->next[0] = shared;
    c->next[t + 1] = w;
    sort_row(c, c->next);
    return is_in(&c->rows, c->next, c->threads + 1) || refuse_over(c, "a step leads out of it");
}

static bool has_note(Cert *c, size_t t, uint32_t symbol, uint32_t below)
{
    uint64_t note[] = {c->model->threads.at[t].class, symbol, below};
    return is_in(&c->notes, note, 3) || refuse_over(c, "what a push covered is not noted");
}

static bool check_pop(Cert *c, size_t t, uint32_t shared, uint32_t second)
{
    if (second == PDS_EMPTY)
        return has_row(c, shared, t, window(PDS_EMPTY, PDS_EMPTY));
    Note want = {c->model->threads.at[t].class, second, 0};
    size_t low = 0, high = c->sorted.len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (by_contents(&c->sorted.at[middle], &want) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < c->sorted.len; low++) {
        Note note = c->sorted.at[low];
        if (note.thread != want.thread || note.symbol != want.symbol)
            break;
        if (!has_row(c, shared, t, window(second, note.below)))
            return false;
    }
    return true;
}

static bool check_rule(Cert *c, size_t t, PdsRule rule)
{
    uint32_t second = second_of(c->row[t + 1]);
    switch (rule.kind) {
    case PDS_POP:
        return check_pop(c, t, rule.to, second);
    case PDS_STEP:
        return has_row(c, rule.to, t, window(rule.top, second));
    case PDS_PUSH:
        return has_note(c, t, rule.below, second) &&
               has_row(c, rule.to, t, window(rule.top, rule.below));
    }
    return false;
}

static bool check_steps(Cert *c)
{
    PdsRules rules = {0};
    bool good = true;
    for (size_t t = 0; good && t < c->threads; t++) {
        rules.len = 0;
        cpds_rules(&c->model->threads.at[t], (uint32_t)c->row[0], top_of(c->row[t + 1]), &rules);
        for (size_t i = 0; good && i < rules.len; i++)
            good = check_rule(c, t, rules.at[i]);
    }
    vec_free(&rules);
    return good;
}

/* ---- targets and visible states ---- */

/* Can the windows of the row be given to their threads so that it is the target?  Each window has
 * one top, so it does not matter which of those with the wanted top is taken. */
static bool meets(const Cert *c, const CpdsState *target, uint8_t *used)
{
    memset(used, 0, c->threads);
    for (size_t t = 0; t < c->threads; t++) {
        uint32_t want = target->stacks[t].at[0];
        size_t u = 0;
        if (want == PDS_ANY)
            continue; /* it gets what is left over */
        while (u < c->threads &&
               (used[u] || c->twin[u] != c->twin[t] || top_of(c->row[u + 1]) != want))
            u++;
        if (u == c->threads)
            return false;
        used[u] = 1;
    }
    return true;
}

static bool check_targets(Cert *c)
{
    uint8_t *used = memory_alloc(c->threads);
    bool good = true;
    vec_each (const CpdsState, target, &c->model->targets)
        if ((target->shared == PDS_ANY || target->shared == c->row[0]) && meets(c, target, used))
            good = refuse_over(c, "it contains a target");
    memory_free(used);
    return good;
}

/* The number of ways to give the windows of the row to their threads. */
static double permutations(const Cert *c, const uint64_t *row)
{
    double ways = 1;
    for (size_t t = 0; t < c->threads; t++) {
        double twins = 0, same = 0;
        for (size_t u = 0; u <= t; u++) {
            twins += c->twin[u] == c->twin[t];
            same += c->twin[u] == c->twin[t] && row[u + 1] == row[t + 1];
        }
        ways *= twins / same;
    }
    return ways;
}

static bool check_visible(Cert *c)
{
    Records visible = {0};
    double count = 0;
    for (uint32_t id = 1; id <= records_count(&c->rows); id++) {
        memcpy(c->next, records_get(&c->rows, id), (c->threads + 1) * sizeof *c->next);
        for (size_t t = 0; t < c->threads; t++)
            c->next[t + 1] = top_of(c->next[t + 1]);
        sort_row(c, c->next);
        if (!is_in(&visible, c->next, c->threads + 1))
            count += permutations(c, c->next);
    }
    records_free(&visible);
    double claimed = (double)c->job->bound.visible_states;
    bool same = count < claimed + 0.5 + claimed * 1e-9 && count > claimed - 0.5 - claimed * 1e-9;
    return same || refuse_over(c, "it has another number of visible states");
}

/* ---- all of it ---- */

static void load(Cert *c)
{
    const PdsWord *over = &c->job->bound.over, *notes = &c->job->bound.notes;
    for (size_t at = 0; at < over->len; at += 1 + 2 * c->threads) {
        c->row[0] = over->at[at];
        for (size_t t = 0; t < c->threads; t++)
            c->row[t + 1] = window(over->at[at + 1 + 2 * t], over->at[at + 2 + 2 * t]);
        sort_row(c, c->row);
        records_add(&c->rows, c->row, c->threads + 1);
    }
    for (size_t at = 0; at < notes->len; at += 3) {
        uint64_t note[] = {notes->at[at], notes->at[at + 1], notes->at[at + 2]};
        records_add(&c->notes, note, 3);
        vec_push(&c->sorted, ((Note){notes->at[at], notes->at[at + 1], notes->at[at + 2]}));
    }
    if (c->sorted.len)
        qsort(c->sorted.at, c->sorted.len, sizeof *c->sorted.at, by_contents);
}

static bool check_init(Cert *c)
{
    const CpdsState *init = &c->model->init;
    c->row[0] = init->shared;
    for (size_t t = 0; t < c->threads; t++) {
        const PdsWord *stack = &init->stacks[t];
        c->row[t + 1] = window(stack->len ? stack->at[0] : PDS_EMPTY,
                               stack->len > 1 ? stack->at[1] : PDS_EMPTY);
        for (size_t i = 1; i < stack->len; i++)
            if (!has_note(c, t, stack->at[i], i + 1 < stack->len ? stack->at[i + 1] : PDS_EMPTY))
                return false;
    }
    sort_row(c, c->row);
    return is_in(&c->rows, c->row, c->threads + 1) ||
           refuse_over(c, "the initial state is not in it");
}

static bool check_all(Cert *c)
{
    load(c);
    bool good = check_init(c);
    uint32_t count = records_count(&c->rows);
    for (uint32_t id = 1; good && id <= count; id++) {
        memcpy(c->row, records_get(&c->rows, id), (c->threads + 1) * sizeof *c->row);
        good = check_steps(c) && check_targets(c);
    }
    return good && (c->model->targets.len || check_visible(c));
}

bool check_certificate(const Job *job, char *why, size_t size)
{
    if (!job->bound.over.len)
        return true;
    Cert c = {.job = job, .model = job->model, .why = {why, size}};
    c.threads = job->model->threads.len;
    c.twin = memory_alloc(c.threads * sizeof *c.twin);
    c.row = memory_alloc((c.threads + 1) * sizeof *c.row);
    c.next = memory_alloc((c.threads + 1) * sizeof *c.next);
    find_twins(&c);
    bool good = check_all(&c);
    records_free(&c.rows);
    records_free(&c.notes);
    vec_free(&c.sorted);
    memory_free(c.twin);
    memory_free(c.row);
    memory_free(c.next);
    return good;
}
