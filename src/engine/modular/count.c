/* count.c -- how many threads are where.
 *
 * A counter gives each location a weight, also the end of a thread; its value is the sum of the
 * weights of all threads that there ever were, plus what it has at the start.  With the weight 1
 * after an increment of x and 0 before it, that is what the threads have added to x.  An action of
 * one thread changes the sum by what is known: the thread leaves one location for another, and the
 * threads that it creates begin somewhere.  So counters are operands of candidates as cells are.
 *
 * Where weights are not negative more is known: the sum is at least what the threads add that act
 * and look on; and if each location weighs at least as much for one counter as for another, the
 * two sums differ at least by what these threads add.  That is so for true numbers, not for words
 * that wrap around: therefore a counter must be shown not to, action by action, and is dropped with
 * all that is said about it if it may (fixpoint.c).
 *
 * Locations with the same weights are one place.
 *
 * Which weights there are is a guess that needs no proof: whatever they are, the sum changes as it
 * is said here.  They are read off the actions of the look ahead. */
#include "engine/modular/model.h"

enum { MOST_PLACES = 200, MOST_WEIGHT = 200, MOST_PASSES = 20 };

/* ---- places ---- */

static const Weights *weights_at(const Model *x, uint32_t place)
{
    assert(place < x->places.len);
    return &x->places.at[place].weights;
}

/* The place with these weights; 0, where nobody counts: there is none. */
static uint32_t find_place(const Model *x, const Weights *weights)
{
    for (uint32_t k = 1; k < x->places.len; k++)
        if (!memcmp(weights_at(x, k), weights, sizeof *weights))
            return k;
    return 0;
}

static void add_place(Model *x, const Weights *weights)
{
    bool is_old = false;
    vec_each (Spot, old, &x->places)
        is_old |= !memcmp(&old->weights, weights, sizeof *weights);
    if (is_old || x->places.len >= MOST_PLACES || !x->counters.len)
        return;
    vec_push(&x->places, ((Spot){.weights = *weights}));
}

uint32_t counts_place(const Model *x, uint32_t key)
{
    return key < x->place_of.len ? x->place_of.at[key] : 0;
}

/* ---- weights ---- */

/* The number that the action adds to the cell, if it looks like that. */
static bool adds(Model *x, Term value, Term now, int64_t *by)
{
    int64_t sums[3];
    static const int64_t tries[] = {0, 7, 100};
    for (int k = 0; k < 3; k++) {
        Term to = term_constant(&x->terms, tries[k], term_sort(&x->terms, now));
        if (!term_is_number(&x->terms, term_replace(&x->terms, value, &now, &to, 1), &sums[k]))
            return false;
    }
    *by = sums[0];
    return sums[1] == sums[0] + 7 && sums[2] == sums[0] + 100;
}

/* What a thread of weight `before` weighs after it has written to the cell: what it writes, what it
 * adds, or one more. */
static int64_t weight_after(Model *x, const Action *a, const Counter *c, int64_t before)
{
    int64_t number;
    if (c->cell == NO_CELL || c->cell >= a->cells.len || !a->cells.at[c->cell].ix)
        return before;
    Term value = a->cells.at[c->cell], now = x->cells.at[c->cell].now;
    if (term_same(value, now))
        return before;
    if (c->once)
        return 1;
    if (!term_is_number(&x->terms, value, &number))
        number = before + (adds(x, value, now, &number) ? number : 1);
    return number > MOST_WEIGHT || number < -MOST_WEIGHT ? before : number;
}

static Weights weights_after(Model *x, const Action *a, const Weights *before)
{
    Weights w = *before;
    for (size_t k = 0; k < x->counters.len; k++)
        w.of[k] = (int16_t)weight_after(x, a, &x->counters.at[k], before->of[k]);
    return w;
}

uint32_t counts_end(Model *x, const Action *a)
{
    if (!x->counters.len || a->from == NO_LOCATION)
        return 0;
    Weights w = weights_after(x, a, weights_at(x, x->locations.at[a->from].place));
    return find_place(x, &w);
}

/* ---- which counters there are ---- */

/* The kind of a thread at the location; 0: it is the first thread. */
static uint32_t kind_at(const Model *x, const Location *at)
{
    return (uint32_t)*records_get(&x->keys, at->key);
}

static void add_counter(Model *x, Counter c)
{
    bool known = false;
    vec_each (Counter, old, &x->counters)
        known |= old->cell == c.cell && old->kind == c.kind && old->bits == c.bits;
    char name[40];
    snprintf(name, sizeof name, "threads%zu.%u", x->counters.len, c.bits);
    c.sum = term_variable(&x->terms, name, SORT_BITS(c.bits));
    if (!known && x->counters.len < MOST_COUNTERS)
        vec_push(&x->counters, c);
}

/* Threads that were created, by their kind. */
static void count_created(Model *x)
{
    vec_each (Location, at, &x->locations) {
        uint32_t kind = kind_at(x, at);
        if (!kind)
            continue;
        add_counter(x, (Counter){.cell = NO_CELL, .kind = kind, .bits = 32});
        if (x->wide)
            add_counter(x, (Counter){.cell = NO_CELL, .kind = kind, .bits = 64});
    }
}

/* A cell that created threads write. */
static void count_writes(Model *x, uint32_t cell)
{
    const Cell *c = &x->cells.at[cell];
    int64_t base = 0;
    bool written = false;
    vec_each (Action, a, &x->actions)
        written |= a->end != ACTION_FAILS && cell < a->cells.len && a->cells.at[cell].ix &&
                   a->from != NO_LOCATION && kind_at(x, &x->locations.at[a->from]);
    if (!written || c->lock || c->element || c->pointer || c->any || c->role != CELL_PLAIN ||
        !term_is_number(&x->terms, c->first, &base))
        return;
    add_counter(x, (Counter){.cell = cell, .bits = c->bytes * 8, .base = base});
}

typedef struct Weighed {
    bool known;
    Weights weights;
} Weighed;

/* Where two actions meet the larger weight counts.  Round a loop that would have no end: then it
 * only counts whether the thread has written at all.  True: there was a change that others may have
 * to know. */
static bool weigh(Model *x, Weighed *to, const Weights *w, bool ahead)
{
    bool more = false;
    if (!to->known)
        to->weights = *w;
    to->known = true;
    for (size_t c = 0; c < x->counters.len; c++) {
        if (w->of[c] <= to->weights.of[c])
            continue;
        more |= !ahead;
        x->counters.at[c].once |= !ahead;
        to->weights.of[c] = w->of[c];
    }
    return more;
}

/* Along the actions, in the order in which the look ahead came upon the locations. */
static bool spread(Model *x, Weighed *weighed, uint32_t at)
{
    const Location *from = &x->locations.at[at];
    bool more = false;
    for (size_t c = 0; c < x->counters.len && !weighed[at].known; c++)
        weighed[at].weights.of[c] =
            x->counters.at[c].cell == NO_CELL && x->counters.at[c].kind == kind_at(x, from);
    weighed[at].known = true;
    for (uint32_t k = 0; k < from->actions; k++) {
        const Action *a = &x->actions.at[from->first_action + k];
        Weights w = weights_after(x, a, &weighed[at].weights);
        if (a->end == ACTION_STOPS)
            more |= weigh(x, &weighed[a->to], &w, a->to > at);
    }
    return more;
}

static void add_places(Model *x, const Weighed *weighed)
{
    Weights none = {0};
    add_place(x, &none);
    for (uint32_t at = 0; at < x->locations.len; at++) {
        const Location *from = &x->locations.at[at];
        add_place(x, &weighed[at].weights);
        if (x->place_of.len <= from->key)
            vec_resize(&x->place_of, from->key + 1);
        x->place_of.at[from->key] = find_place(x, &weighed[at].weights);
        for (uint32_t k = 0; k < from->actions; k++) {
            const Action *a = &x->actions.at[from->first_action + k];
            Weights w = weights_after(x, a, &weighed[at].weights);
            if (a->end == ACTION_ENDS)
                add_place(x, &w);
        }
    }
    vec_each (Spot, place, &x->places)
        for (size_t c = 0; c < x->counters.len; c++)
            x->counters.at[c].mixed |= place->weights.of[c] < 0;
}

void counts_choose(Model *x)
{
    VEC(Weighed) weighed = {0};
    count_created(x);
    for (uint32_t k = 0; k < x->cells.len; k++)
        count_writes(x, k);
    vec_resize(&weighed, x->locations.len);
    bool more = x->counters.len != 0;
    for (int pass = 0; pass < MOST_PASSES && more; pass++) {
        more = false;
        for (uint32_t at = 0; at < x->locations.len; at++)
            more |= spread(x, weighed.at, at);
        vec_each (Counter, c, &x->counters) /* with other weights from now on */
            for (uint32_t at = 0; at < x->locations.len && c->once && !c->begun; at++)
                weighed.at[at].weights.of[c - x->counters.at] = 0;
        vec_each (Counter, c, &x->counters)
            c->begun = c->once;
    }
    add_places(x, weighed.at);
    vec_free(&weighed);
}

void counts_clear(Model *x)
{
    x->counters.len = x->places.len = x->place_of.len = 0;
}

/* ---- sums ---- */

static int64_t weight_at(const Model *x, uint32_t location, uint32_t counter)
{
    return location == NO_LOCATION ? 0
                                   : weights_at(x, x->locations.at[location].place)->of[counter];
}

/* By how much the action changes the counter. */
static int64_t change(const Model *x, uint32_t counter, const Action *a)
{
    if (!a || a->end == ACTION_FAILS)
        return 0;
    int64_t by = -weight_at(x, a->from, counter);
    by += a->end == ACTION_ENDS ? weights_at(x, a->end_place)->of[counter]
                                : weight_at(x, a->to, counter);
    vec_each (Fork, f, &a->forks)
        by += weight_at(x, f->entry, counter);
    return by;
}

bool counts_change(const Model *x, uint32_t counter, const Action *a)
{
    return change(x, counter, a) != 0;
}

Term counts_term(Model *x, uint32_t counter, const Action *after)
{
    const Counter *c = &x->counters.at[counter];
    int64_t by = c->base + change(x, counter, after);
    return term_bits(&x->terms, TERM_BITS_ADD, c->sum,
                     term_constant(&x->terms, by, SORT_BITS(c->bits)));
}

/* The sum is not negative, and there is a word for it. */
Term counts_fit(Model *x, uint32_t counter, const Action *after)
{
    const Counter *c = &x->counters.at[counter];
    int64_t by = change(x, counter, after);
    if (c->mixed || by <= 0)
        return term_bool(&x->terms, true);
    return term_bits(&x->terms, TERM_ULE, c->sum,
                     term_constant(&x->terms, -1 - by, SORT_BITS(c->bits)));
}

static bool is_sound(const Counter *c)
{
    return !c->mixed && !c->dropped;
}

/* Every thread adds at least as much to `a` as to `b`, and those two so much more. */
static Term known_of_two(Model *x, uint32_t a, uint32_t b, uint32_t mine, uint32_t other)
{
    const Counter *more = &x->counters.at[a], *less = &x->counters.at[b];
    unsigned bits = more->bits > less->bits ? more->bits : less->bits;
    Term large = term_resize(&x->terms, more->sum, bits, false);
    Term small = term_resize(&x->terms, less->sum, bits, false);
    int64_t by = weight_at(x, mine, a) + weight_at(x, other, a) - weight_at(x, mine, b) -
                 weight_at(x, other, b);
    assert(by >= 0);
    Term least = term_constant(&x->terms, by, SORT_BITS(bits));
    Term enough = term_bits(&x->terms, TERM_ULE, least, large);
    large = term_bits(&x->terms, TERM_BITS_SUB, large, least);
    return term_and(&x->terms, enough, term_bits(&x->terms, TERM_ULE, small, large));
}

static bool is_never_less(const Model *x, uint32_t a, uint32_t b)
{
    vec_each (Spot, place, &x->places)
        if (place->weights.of[a] < place->weights.of[b])
            return false;
    return true;
}

Term counts_known(Model *x, uint32_t mine, uint32_t other)
{
    Term all = term_bool(&x->terms, true);
    for (uint32_t a = 0; a < x->counters.len; a++) {
        const Counter *c = &x->counters.at[a];
        int64_t by = weight_at(x, mine, a) + weight_at(x, other, a);
        if (!is_sound(c))
            continue;
        Term least = term_constant(&x->terms, by, SORT_BITS(c->bits));
        all = term_and(&x->terms, all, term_bits(&x->terms, TERM_ULE, least, c->sum));
        for (uint32_t b = 0; b < x->counters.len; b++)
            if (a != b && is_sound(&x->counters.at[b]) && is_never_less(x, a, b))
                all = term_and(&x->terms, all, known_of_two(x, a, b, mine, other));
    }
    return all;
}

Term counts_first(Model *x, uint32_t entry)
{
    Term all = term_bool(&x->terms, true);
    for (uint32_t k = 0; k < x->counters.len; k++) {
        Term now = x->counters.at[k].sum;
        Term first = term_constant(&x->terms, weight_at(x, entry, k), term_sort(&x->terms, now));
        all = term_and(&x->terms, all, term_eq(&x->terms, now, first));
    }
    return all;
}
