/* net_proof.c -- checks that no target of a net can be covered, given a proof; see result/proof.h.
 *
 *   bounds         no transition whose needs are within the bounds adds to a bounded place
 *   refutations    each stage, in whole numbers of any size (GMP): no transition of the stage
 *                  increases the weighted sum; which transitions belong to the next stage is
 *                  computed here once more
 *   the bags       see check_demands, check_markings
 *
 * Open places hold as many tokens as anybody needs: they are left out everywhere. */
#include "check/net.h"

#include <gmp.h>

#include "base/intern.h"

static const uint64_t most_work = UINT64_C(1000000000); /* items looked at, about */

/* The bags of the proof, by their first place. */
typedef struct Shelf {
    uint32_t bag;
    uint64_t places; /* a bit for each, folded into 64 */
} Shelf;
typedef VEC(Shelf) Shelves;

typedef struct Weights {
    Bag bag;     /* a weight for each place */
    mpz_t start; /* of the initial marking */
} Weights;

typedef VEC(uint32_t) Numbers;

typedef struct NetCheck {
    const Net *net;
    const Proof *proof;
    VEC(Weights) stages;
    Shelves *by_first; /* by place */
    Shelves *by_any;   /* by place: PROOF_MARKINGS: those that have it, each under all its places */
    Records equal;     /* PROOF_MARKINGS: all of them */
    uint32_t own_records; /* of them */
    bool has_empty;       /* the empty bag is one of them */
    VEC(uint64_t) words;  /* scratch: a bag as a record */
    Numbers *takers;      /* by place: the transitions whose first need it is */
    Numbers free;         /* the transitions that need nothing */
    uint32_t *tokens;     /* scratch, by place: the bag at hand */
    Numbers saved;        /* scratch: what a transition found there */
    Items items;          /* scratch: the bag next to it */
    Numbers *givers;      /* by place: the transitions that add tokens to it */
    uint32_t *seen;       /* scratch, by transition: the last bag for which it was tried, from 1 */
    bool *active, *given; /* scratch, by transition, by place */
    uint64_t work;
    char *why;
    size_t size;
} NetCheck;

static ProofCheck fail(NetCheck *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static ProofCheck fail(NetCheck *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(c->why, c->size, format, args);
    va_end(args);
    return PROOF_FAILS;
}

static bool is_open(const NetCheck *c, uint32_t place)
{
    return c->net->places.at[place].open;
}

/* ---- bounds ---- */

static bool within_bounds(const NetCheck *c, uint32_t t)
{
    const Arc *arcs = net_arcs(c->net, t);
    for (uint32_t i = 0; i < c->net->transitions.at[t].arcs; i++)
        if (arcs[i].need > c->proof->bounds.at[arcs[i].place])
            return false;
    return true;
}

static ProofCheck check_bounds(NetCheck *c)
{
    const Net *net = c->net;
    if (c->proof->bounds.len != net->places.len)
        return fail(c, "there is not one bound for each place");
    for (uint32_t p = 0; p < net->places.len; p++)
        if (is_open(c, p) ? c->proof->bounds.at[p] != OMEGA
                          : c->proof->bounds.at[p] < net->places.at[p].init)
            return fail(c, "%s has more tokens than its bound", net->places.at[p].name);
    for (uint32_t t = 0; t < net->transitions.len; t++) {
        const Arc *arcs = net_arcs(net, t);
        if (!within_bounds(c, t))
            continue;
        for (uint32_t i = 0; i < net->transitions.at[t].arcs; i++)
            if (arcs[i].change > 0 && c->proof->bounds.at[arcs[i].place] != OMEGA)
                return fail(c, "transition %u leaves the bounds", t + 1);
    }
    return PROOF_HOLDS;
}

/* ---- refutations ---- */

static void load_weights(NetCheck *c, const ProofPart *stage)
{
    Weights w = {.bag = proof_bag(c->proof, stage)};
    mpz_t weight;
    mpz_init(w.start);
    mpz_init(weight);
    for (uint32_t i = 0; i < w.bag.len; i++) {
        mpz_set_ui(weight, w.bag.at[i].count);
        mpz_addmul_ui(w.start, weight, c->net->places.at[w.bag.at[i].place].init);
    }
    mpz_clear(weight);
    vec_push(&c->stages, w);
}

/* How the transition changes the weighted sum: its sign.  The weights are in c->tokens. */
static int weigh_transition(const NetCheck *c, uint32_t t)
{
    const Arc *arcs = net_arcs(c->net, t);
    mpz_t sum, weight;
    mpz_init(sum);
    mpz_init(weight);
    for (uint32_t i = 0; i < c->net->transitions.at[t].arcs; i++) {
        mpz_set_ui(weight, c->tokens[arcs[i].place]);
        if (arcs[i].change > 0)
            mpz_addmul_ui(sum, weight, (unsigned long)arcs[i].change);
        else
            mpz_submul_ui(sum, weight, (unsigned long)-(long)arcs[i].change);
    }
    int sign = mpz_sgn(sum);
    mpz_clear(sum);
    mpz_clear(weight);
    return sign;
}

static void load(NetCheck *c, Bag bag)
{
    for (uint32_t i = 0; i < bag.len; i++)
        c->tokens[bag.at[i].place] = bag.at[i].count;
}

static void unload(NetCheck *c, Bag bag)
{
    for (uint32_t i = 0; i < bag.len; i++)
        c->tokens[bag.at[i].place] = 0;
}

/* Of the active transitions only those stay active that can fire when no others do. */
static void keep_fireable(NetCheck *c)
{
    const Net *net = c->net;
    size_t count = net->transitions.len;
    bool *fires = memory_alloc(count * sizeof *fires);
    memset(c->given, 0, net->places.len * sizeof *c->given);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t t = 0; t < count; t++) {
            const Arc *arcs = net_arcs(net, t);
            bool can = c->active[t] && !fires[t];
            for (uint32_t i = 0; can && i < net->transitions.at[t].arcs; i++) {
                const Place *place = &net->places.at[arcs[i].place];
                can = arcs[i].need <= place->init || place->open || c->given[arcs[i].place];
            }
            for (uint32_t i = 0; can && i < net->transitions.at[t].arcs; i++)
                c->given[arcs[i].place] |= arcs[i].change > 0;
            fires[t] |= can;
            more |= can;
        }
    }
    memcpy(c->active, fires, count * sizeof *fires);
    memory_free(fires);
}

static ProofCheck check_refutation(NetCheck *c, const ProofPart *refutation)
{
    for (size_t t = 0; t < c->net->transitions.len; t++)
        c->active[t] = true;
    keep_fireable(c);
    for (uint32_t i = 0; i < refutation->len; i++) {
        const ProofPart *stage = &c->proof->stages.at[refutation->first + i];
        Bag bag = proof_bag(c->proof, stage);
        for (uint32_t k = 0; k < bag.len; k++)
            if (is_open(c, bag.at[k].place))
                return fail(c, "an invariant speaks of the open place %s",
                            c->net->places.at[bag.at[k].place].name);
        load_weights(c, stage);
        load(c, bag);
        for (uint32_t t = 0; t < c->net->transitions.len; t++) {
            int sign = c->active[t] ? weigh_transition(c, t) : 0;
            if (sign > 0)
                return fail(c, "transition %u breaks an invariant", t + 1);
            c->active[t] = c->active[t] && sign == 0;
        }
        unload(c, bag);
        keep_fireable(c);
    }
    return PROOF_HOLDS;
}

static ProofCheck check_refutations(NetCheck *c)
{
    ProofCheck result = PROOF_HOLDS;
    for (size_t i = 0; i < c->proof->refutations.len && result == PROOF_HOLDS; i++) {
        assert(c->proof->refutations.at[i].first == c->stages.len);
        result = check_refutation(c, &c->proof->refutations.at[i]);
    }
    return result;
}

/* sum += weights . demand */
static void weigh_demand(const Weights *w, Bag demand, mpz_t sum)
{
    mpz_t weight;
    mpz_init(weight);
    for (uint32_t i = 0, k = 0; i < w->bag.len && k < demand.len;) {
        uint32_t a = w->bag.at[i].place, b = demand.at[k].place;
        if (a == b) {
            mpz_set_ui(weight, w->bag.at[i].count);
            mpz_addmul_ui(sum, weight, demand.at[k].count);
        }
        i += a <= b;
        k += b <= a;
    }
    mpz_clear(weight);
}

static bool refutes(NetCheck *c, const ProofPart *refutation, Bag demand)
{
    int sign = 0;
    mpz_t sum;
    mpz_init(sum);
    for (uint32_t i = 0; i < refutation->len && !sign; i++) {
        const Weights *w = &c->stages.at[refutation->first + i];
        mpz_neg(sum, w->start);
        weigh_demand(w, demand, sum);
        sign = mpz_sgn(sum);
        c->work += w->bag.len + demand.len;
    }
    mpz_clear(sum);
    return sign > 0;
}

/* Whether the bounds or a refutation exclude the demand, which has no open places. */
static bool excluded(NetCheck *c, Bag demand)
{
    for (uint32_t i = 0; i < demand.len; i++)
        if (demand.at[i].count > c->proof->bounds.at[demand.at[i].place])
            return true;
    vec_each (ProofPart, refutation, &c->proof->refutations)
        if (refutes(c, refutation, demand))
            return true;
    return false;
}

/* ---- the bags ---- */

static uint64_t fold_places(Bag bag)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < bag.len; i++)
        bits |= UINT64_C(1) << bag.at[i].place % 64;
    return bits;
}

/* The number of the bag as a record; a new one if it is the first that is equal. */
static uint32_t record_of(NetCheck *c, Bag bag)
{
    c->words.len = 0;
    for (uint32_t i = 0; i < bag.len; i++)
        vec_push(&c->words, (uint64_t)bag.at[i].place << 32 | bag.at[i].count);
    return records_add(&c->equal, c->words.at, c->words.len);
}

static void fill_shelves(NetCheck *c)
{
    for (uint32_t i = 0; i < c->proof->bags.len; i++) {
        Bag bag = proof_bag(c->proof, &c->proof->bags.at[i]);
        Shelf shelf = {i, fold_places(bag)};
        if (bag.len)
            vec_push(&c->by_first[bag.at[0].place], shelf);
        else
            c->has_empty = true;
        if (c->proof->kind != PROOF_MARKINGS)
            continue;
        for (uint32_t k = 0; k < bag.len; k++)
            vec_push(&c->by_any[bag.at[k].place], shelf);
        record_of(c, bag);
    }
    c->own_records = records_count(&c->equal);
}

/* The target without its open places. */
static Bag closed_part(NetCheck *c, const NetBag *target)
{
    Bag bag = net_bag(c->net, target);
    c->items.len = 0;
    for (uint32_t i = 0; i < bag.len; i++)
        if (!is_open(c, bag.at[i].place))
            vec_push(&c->items, bag.at[i]);
    return bag_of(&c->items);
}

static bool item_by_item_below(Bag a, Bag b)
{
    uint32_t k = 0;
    for (uint32_t i = 0; i < a.len; i++) {
        while (k < b.len && b.at[k].place < a.at[i].place)
            k++;
        if (k == b.len || b.at[k].place > a.at[i].place || b.at[k].count < a.at[i].count)
            return false;
    }
    return true;
}

/* Some bag of the proof is below the given one. */
static bool in_upward(NetCheck *c, Bag bag)
{
    uint64_t places = fold_places(bag);
    for (uint32_t i = 0; i < bag.len; i++) {
        const Shelves *shelves = &c->by_first[bag.at[i].place];
        c->work += shelves->len + 1;
        vec_each (Shelf, shelf, shelves)
            if (!(shelf->places & ~places) &&
                item_by_item_below(proof_bag(c->proof, &c->proof->bags.at[shelf->bag]), bag))
                return true;
    }
    return c->has_empty;
}

/* Some bag of the proof is above the given one.  Records behind the first ones are bags that were
 * asked for before, and were not there. */
static bool in_downward(NetCheck *c, Bag bag)
{
    uint64_t places = fold_places(bag);
    if (!bag.len)
        return c->proof->bags.len > 0;
    if (record_of(c, bag) <= c->own_records)
        return true;
    const Shelves *shelves = &c->by_any[bag.at[0].place];
    for (uint32_t i = 1; i < bag.len; i++)
        if (c->by_any[bag.at[i].place].len < shelves->len)
            shelves = &c->by_any[bag.at[i].place];
    c->work += shelves->len + bag.len;
    vec_each (Shelf, shelf, shelves)
        if (!(places & ~shelf->places) &&
            item_by_item_below(bag, proof_bag(c->proof, &c->proof->bags.at[shelf->bag])))
            return true;
    return false;
}

/* The tokens at hand as a bag, without places that do not count. */
static Bag gather(NetCheck *c, Bag bag, const Arc *arcs, uint32_t len)
{
    uint32_t i = 0, k = 0;
    c->items.len = 0;
    while (i < bag.len || k < len) {
        bool first = k == len || (i < bag.len && bag.at[i].place <= arcs[k].place);
        uint32_t place = first ? bag.at[i].place : arcs[k].place;
        i += i < bag.len && bag.at[i].place == place;
        k += k < len && arcs[k].place == place;
        if (c->tokens[place])
            vec_push(&c->items, ((Item){place, c->tokens[place]}));
    }
    return bag_of(&c->items);
}

/* What firing t found in its places is put back. */
static void restore(NetCheck *c, const Arc *arcs)
{
    for (size_t i = 0; i < c->saved.len; i++)
        c->tokens[arcs[i].place] = c->saved.at[i];
}

/* What must be there so that firing t leads above the bag, which is loaded. */
static Bag demand_before(NetCheck *c, Bag bag, uint32_t t)
{
    const Arc *arcs = net_arcs(c->net, t);
    uint32_t len = c->net->transitions.at[t].arcs;
    c->saved.len = 0;
    for (uint32_t i = 0; i < len; i++) {
        int64_t rest = (int64_t)c->tokens[arcs[i].place] - arcs[i].change;
        rest = rest < arcs[i].need ? arcs[i].need : rest;
        rest = rest > COUNT_MOST ? COUNT_MOST : rest; /* less is above fewer bags */
        vec_push(&c->saved, c->tokens[arcs[i].place]);
        c->tokens[arcs[i].place] = is_open(c, arcs[i].place) ? 0 : (uint32_t)rest;
    }
    Bag before = gather(c, bag, arcs, len);
    restore(c, arcs);
    return before;
}

/* Transitions that add nothing to places of the bag lead from above it at best. */
static ProofCheck check_predecessors(NetCheck *c, uint32_t number, Bag bag)
{
    ProofCheck result = PROOF_HOLDS;
    load(c, bag);
    for (uint32_t i = 0; i < bag.len; i++)
        vec_each (uint32_t, t, &c->givers[bag.at[i].place]) {
            if (c->seen[*t] == number + 1 || result != PROOF_HOLDS)
                continue;
            c->seen[*t] = number + 1;
            Bag before = demand_before(c, bag, *t);
            if (!in_upward(c, before) && !excluded(c, before))
                result = fail(c, "demand %u is not closed under transition %u", number, *t + 1);
            else if (c->work > most_work)
                result = PROOF_TOO_LARGE;
        }
    unload(c, bag);
    return result;
}

static ProofCheck check_demands(NetCheck *c)
{
    const Net *net = c->net;
    for (size_t n = 0; n < net->targets.len; n++) {
        Bag target = closed_part(c, &net->targets.at[n]);
        if (!in_upward(c, target) && !excluded(c, target))
            return fail(c, "target %zu is not excluded", n + 1);
    }
    for (uint32_t n = 0; n < c->proof->bags.len; n++) {
        Bag bag = proof_bag(c->proof, &c->proof->bags.at[n]);
        bool met = true;
        for (uint32_t i = 0; i < bag.len; i++)
            met = met && net->places.at[bag.at[i].place].init >= bag.at[i].count;
        if (met)
            return fail(c, "the initial marking meets demand %u", n);
        ProofCheck result = check_predecessors(c, n, bag);
        if (result != PROOF_HOLDS)
            return result;
    }
    return PROOF_HOLDS;
}

static bool is_ignored(const NetCheck *c, uint32_t place)
{
    return is_open(c, place) || c->proof->ignored.at[place];
}

/* No place ever has more than its bound, whatever the bag says; of an ignored place nothing else is
 * known. */
static bool can_fire(const NetCheck *c, uint32_t t)
{
    const Arc *arcs = net_arcs(c->net, t);
    for (uint32_t i = 0; i < c->net->transitions.at[t].arcs; i++) {
        uint32_t place = arcs[i].place;
        if (arcs[i].need > c->proof->bounds.at[place])
            return false;
        if (!is_ignored(c, place) && arcs[i].need > c->tokens[place])
            return false;
    }
    return true;
}

/* Only any number is enough for more tokens than can be counted. */
static uint32_t count_after(uint32_t old, int32_t change)
{
    int64_t now = (int64_t)old + change;
    return now > COUNT_MOST ? OMEGA : (uint32_t)now;
}

/* The marking after t from the bag, which is loaded. */
static Bag marking_after(NetCheck *c, Bag bag, uint32_t t)
{
    const Arc *arcs = net_arcs(c->net, t);
    uint32_t len = c->net->transitions.at[t].arcs;
    c->saved.len = 0;
    for (uint32_t i = 0; i < len; i++) {
        uint32_t place = arcs[i].place, old = c->tokens[place];
        vec_push(&c->saved, old);
        if (!is_ignored(c, place) && old != OMEGA)
            c->tokens[place] = count_after(old, arcs[i].change);
    }
    Bag after = gather(c, bag, arcs, len);
    restore(c, arcs);
    return after;
}

static ProofCheck check_successor(NetCheck *c, uint32_t number, Bag bag, uint32_t t)
{
    c->work += 4;
    if (can_fire(c, t) && !in_downward(c, marking_after(c, bag, t)))
        return fail(c, "marking %u is not closed under transition %u", number, t + 1);
    return c->work > most_work ? PROOF_TOO_LARGE : PROOF_HOLDS;
}

static ProofCheck check_successors(NetCheck *c, uint32_t number, Bag bag)
{
    ProofCheck result = PROOF_HOLDS;
    load(c, bag);
    for (size_t k = 0; k < c->free.len && result == PROOF_HOLDS; k++)
        result = check_successor(c, number, bag, c->free.at[k]);
    for (uint32_t i = 0; i < bag.len; i++) {
        const Numbers *takers = &c->takers[bag.at[i].place];
        for (size_t k = 0; k < takers->len && result == PROOF_HOLDS; k++)
            result = check_successor(c, number, bag, takers->at[k]);
    }
    unload(c, bag);
    return result;
}

/* A transition can fire only where the first place that it needs, and that counts, has tokens. */
static void find_takers(NetCheck *c)
{
    for (uint32_t t = 0; t < c->net->transitions.len; t++) {
        const Arc *arcs = net_arcs(c->net, t);
        uint32_t len = c->net->transitions.at[t].arcs, i = 0;
        while (i < len && (!arcs[i].need || is_ignored(c, arcs[i].place)))
            i++;
        vec_push(i < len ? &c->takers[arcs[i].place] : &c->free, t);
    }
}

/* A target, without ignored places, that a marking of the proof covers. */
static bool covers_target(NetCheck *c, const NetBag *target)
{
    Bag bag = closed_part(c, target);
    if (excluded(c, bag))
        return false;
    size_t kept = 0;
    for (size_t i = 0; i < c->items.len; i++)
        if (!is_ignored(c, c->items.at[i].place))
            c->items.at[kept++] = c->items.at[i];
    c->items.len = kept;
    return in_downward(c, bag_of(&c->items));
}

static ProofCheck check_markings(NetCheck *c)
{
    const Net *net = c->net;
    if (c->proof->ignored.len != net->places.len)
        return fail(c, "it is not said of each place whether it counts");
    find_takers(c);
    for (size_t n = 0; n < net->targets.len; n++)
        if (covers_target(c, &net->targets.at[n]))
            return fail(c, "target %zu is not excluded", n + 1);
    c->items.len = 0;
    for (uint32_t p = 0; p < net->places.len; p++)
        if (!is_ignored(c, p) && net->places.at[p].init)
            vec_push(&c->items, ((Item){p, net->places.at[p].init}));
    if (!in_downward(c, bag_of(&c->items)))
        return fail(c, "the initial marking is not among the markings");
    for (uint32_t n = 0; n < c->proof->bags.len; n++) {
        ProofCheck result = check_successors(c, n, proof_bag(c->proof, &c->proof->bags.at[n]));
        if (result != PROOF_HOLDS)
            return result;
    }
    return PROOF_HOLDS;
}

/* ---- all of it ---- */

static void find_givers(NetCheck *c)
{
    for (uint32_t t = 0; t < c->net->transitions.len; t++) {
        const Arc *arcs = net_arcs(c->net, t);
        for (uint32_t i = 0; i < c->net->transitions.at[t].arcs; i++)
            if (arcs[i].change > 0)
                vec_push(&c->givers[arcs[i].place], t);
    }
}

static ProofCheck check_bags(NetCheck *c)
{
    fill_shelves(c);
    find_givers(c);
    switch (c->proof->kind) {
    case PROOF_NONE:
        return fail(c, "there is no proof");
    case PROOF_DEMANDS:
        return check_demands(c);
    case PROOF_MARKINGS:
        return check_markings(c);
    }
    return fail(c, "unknown kind of proof");
}

static void free_check(NetCheck *c)
{
    vec_each (Weights, w, &c->stages)
        mpz_clear(w->start);
    vec_free(&c->stages);
    for (size_t p = 0; p < c->net->places.len; p++) {
        vec_free(&c->by_first[p]);
        vec_free(&c->givers[p]);
        vec_free(&c->by_any[p]);
        vec_free(&c->takers[p]);
    }
    memory_free(c->by_any);
    memory_free(c->takers);
    memory_free(c->by_first);
    memory_free(c->givers);
    memory_free(c->seen);
    records_free(&c->equal);
    vec_free(&c->words);
    vec_free(&c->free);
    memory_free(c->tokens);
    memory_free(c->active);
    memory_free(c->given);
    vec_free(&c->saved);
    vec_free(&c->items);
}

ProofCheck check_net_proof(const Net *net, const Proof *proof, char *why, size_t size)
{
    size_t places = net->places.len;
    NetCheck c = {.net = net, .proof = proof, .why = why, .size = size};
    c.by_first = memory_alloc(places * sizeof *c.by_first);
    c.by_any = memory_alloc(places * sizeof *c.by_any);
    c.givers = memory_alloc(places * sizeof *c.givers);
    c.takers = memory_alloc(places * sizeof *c.takers);
    c.seen = memory_alloc(net->transitions.len * sizeof *c.seen);
    c.tokens = memory_alloc(places * sizeof *c.tokens);
    c.active = memory_alloc(net->transitions.len * sizeof *c.active);
    c.given = memory_alloc(places * sizeof *c.given);
    ProofCheck result = check_bounds(&c);
    if (result == PROOF_HOLDS)
        result = check_refutations(&c);
    if (result == PROOF_HOLDS)
        result = check_bags(&c);
    free_check(&c);
    return result;
}
