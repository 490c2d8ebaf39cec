/* compact.c -- a search that keeps signatures of states instead of states: hash compaction.
 *
 * Wolper and Leroy, "Reliable hashing without collision detection" (CAV 1993); Stern and Dill, "Improved
 * probabilistic verification by hash compaction" (CHARME 1995).  Of each state that was met some bits of a hash of its
 * contents are kept (base/signatures.h), so a state that has the signature of another one is missed, and so is all
 * that only it leads to.  States themselves are there for two levels: that which is expanded and the next one.
 *
 *   a level is expanded in order, as explore does, into States that have numbers of their own      expand_level
 *   what is new there and has a signature that is new gets the next number of all                    note_new
 *   when the tables have grown, the states of the next level are packed (machine/travel.c), all that    begin_anew
 *   was interned is dropped, and they are unpacked again
 *
 * As long as no state is missed this is the search without persistent sets: same states, same numbers, same errors.
 *
 * A state keeps no parent either.  The search goes breadth-first, so parents come in order, and it is enough to write down how
 * many children each state has: a bit for each child and one for its end.  The way to a state is found
 * again from the initial one (compact_bring): its states are known by a byte of the hash each, the last one by all of
 * it.  Where two children have the same byte both are tried. */
#include "engine/explore/compact.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/log.h"
#include "engine/explore/crew.h"
#include "machine/travel.h"

#define MOST_STATES (UINT32_MAX - (1u << 20))
#ifdef HARD
enum { LEAST_ANEW = 0 };
#else
enum { LEAST_ANEW = 1 << 23 }; /* bytes of tables that are worth it */
#endif
enum { ANEW_FACTOR = 2 }; /* they have grown to so many times what they were */
enum {
    MOST_GIVEN_UP = 3,
    MOST_ACTIONS = 1 << 14, /* of one thread, that are followed one by one */
    MOST_TRIED = 1 << 16
}; /* states of a way that are expanded, beside those that belong to it */

typedef struct Compact {
    bool on;
    Signatures seen;
    Travel *travel;
    VEC(uint8_t) checks;   /* state -> some bits that are not in its signature */
    VEC(uint64_t) kinship; /* bits: for each state that was expanded 0 for a child, and then 1 */
    uint64_t bits;         /* so many */
    VEC(uint32_t) level, next; /* -> number in States */
    uint64_t first;            /* the number of the first state of the level */
    bool expands;              /* a state is being expanded, and its children are ... */
    uint32_t children;         /* ... those from this one on */
    uint64_t kept;             /* bytes of tables when they were begun anew */
    bool lost;                 /* a way was not found, */
    uint32_t given_up;         /* ... so often, and the search has begun again */
} Compact;

const char *compact_refusal(const Job *job)
{
    const Options *o = job->options;
    uint32_t asked = job->properties;
    if (asked & PROPERTY_LIVE)
        return "whole runs (livelock, termination, ltl) are looked for among states, and "
               "--hash-compaction keeps none";
    if (asked == PROPERTY_HANG)
        return "hangs are looked for among states, and --hash-compaction keeps none";
    if (job->runs_in != MEMORY_SC)
        return "--hash-compaction is for sequentially consistent runs, and this program has "
               "others: --memory-model=sc asks for the first only";
    if (job->program->linear)
        return "what calls of a library may return is not in the signature of a state "
               "(--hash-compaction)";
    if (o->all_errors)
        return "--hash-compaction ends with the first error: leave --all-errors out";
    if (o->library || o->suggest_orders || o->zing_counting || *o->states || job->infers)
        return "--hash-compaction is for heddle check, without --library, --suggest-orders and "
               "--zing-counting";
    if (*o->store)
        return "--hash-compaction keeps no states that --store could put into a file";
    if (o->coverage)
        return "what no run has reached (--coverage) is not known where states may be missed "
               "(--hash-compaction)";
    vec_each (Spec, spec, &job->program->specs)
        if (spec->performs.len && (asked & PROPERTY_ACCESS))
            return "what `performs` says is compared in a second search, which is not for "
                   "--hash-compaction: leave access out of --property";
    return NULL;
}

bool compact_is_on(const Search *s)
{
    return s->compact && s->compact->on;
}

bool compact_is_due(const Search *s)
{
    return s->job->options->hash_compaction && !compact_is_on(s);
}

uint64_t compact_count(const Search *s)
{
    return s->compact->checks.len;
}

uint64_t compact_bytes(const Search *s)
{
    const Compact *c = s->compact;
    return signatures_bytes(&c->seen) + c->checks.cap + c->kinship.cap * sizeof *c->kinship.at;
}

static uint64_t pair_at(const Search *s, uint32_t id)
{
    return s->states.states.at.at[id];
}

static Signature sign(const Search *s, Travel *travel, uint64_t pair)
{
    return travel_sign(travel, pair, (uint64_t)s->job->options->seed);
}

static uint8_t check_of(Signature signature)
{
    return (uint8_t)signature.low;
}

/* ---- states that are met ---- */

static void put_bit(Compact *c, bool bit)
{
    if (c->bits % 64 == 0)
        vec_push(&c->kinship, 0);
    vec_last(&c->kinship) |= (uint64_t)bit << c->bits % 64;
    c->bits++;
}

static bool bit_at(const Compact *c, uint64_t place)
{
    return c->kinship.at[place / 64] >> place % 64 & 1;
}

static void note_state(Search *s, uint32_t id)
{
    Compact *c = s->compact;
    Signature signature = sign(s, c->travel, pair_at(s, id));
    if (!signatures_add(&c->seen, signature))
        return;
    vec_push(&c->checks, check_of(signature));
    vec_push(&c->next, id);
}

/* The children of the state that was expanded last are those from c->children on that nobody has met. */
static void note_new(Search *s)
{
    Compact *c = s->compact;
    size_t before = c->next.len;
    if (!c->expands)
        return;
    c->expands = false;
    for (uint32_t id = c->children; id < states_count(&s->states); id++)
        note_state(s, id);
    for (; before < c->next.len; before++)
        put_bit(c, false);
    put_bit(c, true);
}

static void open_compact(Search *s)
{
    Compact *c = s->compact;
    if (!c)
        c = s->compact = memory_alloc(sizeof *c);
    signatures_begin(&c->seen, (unsigned)s->job->options->signature_bits);
    c->travel = travel_new(&s->states, 1);
    c->on = true;
    c->lost = false;
    c->checks.len = c->kinship.len = c->level.len = c->next.len = 0;
    c->bits = c->first = c->kept = 0;
    c->expands = false;
    note_state(s, 0);
}

/* ---- the search ---- */

static uint64_t tables_bytes(const Search *s)
{
    return machine_stores_bytes(s->m) + states_shared_bytes(&s->states) + states_bytes(&s->states);
}

static void drop_tables(Search *s)
{
    States *states = &s->states, fresh = {.m = s->m,
                                          .normalise = states->normalise,
                                          .self = states->self,
                                          .tells_first = states->tells_first};
    states_free(states);
    *states = fresh;
    machine_forget_stores(s->m);
    movers_forget_places(&s->movers);
    joins_forget(&s->memos);
}

/* Only the states of the level that comes are kept. */
static void begin_anew(Search *s)
{
    Compact *c = s->compact;
    Parcel all = {0};
    bool is_new;
    vec_each (uint32_t, id, &c->level)
        travel_pack(c->travel, 0, pair_at(s, *id), &all);
    drop_tables(s);
    travel_free(c->travel);
    c->travel = travel_new(&s->states, 1);
    vec_each (uint32_t, id, &c->level) {
        uint64_t pair = travel_unpack(c->travel, 0, &all);
        *id = pairs_add(&s->states.states, (uint32_t)(pair >> 32), (uint32_t)pair, &is_new);
        assert(is_new && !all.bad);
    }
    assert(!parcel_has_more(&all));
    s->parent.len = 0;
    vec_resize(&s->parent, states_count(&s->states));
    parcel_free(&all);
    c->kept = tables_bytes(s);
    LOG(SEARCH, "tables begin anew with %zu states", c->level.len);
}

static void begin_level(Search *s)
{
    Compact *c = s->compact;
    c->first += c->level.len;
    c->level.len = 0;
    vec_each (uint32_t, id, &c->next)
        vec_push(&c->level, *id);
    c->next.len = 0;
    s->level_end = c->first + c->level.len;
    s->at.begin = (uint32_t)c->first;
    if (tables_bytes(s) >= LEAST_ANEW + ANEW_FACTOR * c->kept)
        begin_anew(s);
}

typedef enum LevelEnd { LEVEL_DONE, LEVEL_ENDS, LEVEL_STOPPED } LevelEnd;

static LevelEnd expand_level(Search *s)
{
    Compact *c = s->compact;
    for (size_t k = 0; k < c->level.len; k++) {
        s->at.id = (uint32_t)(c->first + k);
        if (c->checks.len > MOST_STATES)
            s->job->budget.reason = "there are more than four thousand million states";
        if (search_is_stopped(s) || s->job->budget.reason)
            return LEVEL_STOPPED;
        if (k % CREW_CHUNK == 0)
            machine_unload(s->m);
        c->children = states_count(&s->states);
        c->expands = true;
        search_expand(s, c->level.at[k]);
        note_new(s);
        if (c->lost)
            return LEVEL_STOPPED;
        if (s->done)
            return LEVEL_ENDS;
        if (search_is_at_end(s))
            return LEVEL_ENDS;
    }
    return LEVEL_DONE;
}

bool compact_search(Search *s)
{
    open_compact(s);
    Compact *c = s->compact;
    LevelEnd end = LEVEL_DONE;
    bool more = true;
    while (more && end == LEVEL_DONE) {
        begin_level(s);
        end = expand_level(s);
        more = c->next.len && end == LEVEL_DONE && search_begins_level(s);
    }
    if (HARD_CHECKS)
        signatures_check(&c->seen);
    s->at.id = states_count(&s->states);
    return end != LEVEL_STOPPED && !c->lost;
}

/* ---- the way to a state ---- */

typedef VEC(uint32_t) Numbers;

/* The numbers of the states on the way, the last one first.  A child is the so manieth zero, its parent the
 * number of ones before it. */
static void find_numbers(const Compact *c, uint32_t number, Numbers *way)
{
    uint64_t zeros = 0, ones = 0, target = number;
    for (uint64_t place = 0; place < c->bits; place++)
        zeros += !bit_at(c, place);
    ones = c->bits - zeros;
    vec_push(way, number);
    for (uint64_t place = c->bits; target && place-- > 0;) {
        if (bit_at(c, place)) {
            ones--;
            continue;
        }
        if (zeros-- != target)
            continue;
        assert(ones < target);
        target = ones;
        vec_push(way, (uint32_t)target);
    }
    assert(!target);
}

/* States that may be the one at this place of the way, and which of them is tried. */
typedef struct Stage {
    Numbers ids;
    size_t at;
} Stage;

typedef struct Walk {
    Search *s;
    States near; /* met on the way */
    Travel *travel;
    Signature end;
    bool by_actions; /* threads are followed action by action, and not by transactions only */
    VEC(Stage) stages;
    State state;
} Walk;

static void add_candidate(Walk *w, uint32_t id, uint8_t check, Stage *stage)
{
    if (check_of(sign(w->s, w->travel, w->near.states.at.at[id])) != check)
        return;
    vec_each (uint32_t, other, &stage->ids)
        if (*other == id)
            return;
    vec_push(&stage->ids, id);
}

/* What thread number `t` of w->state comes to by itself.  (Where its transactions ended when the state was expanded may not
 * be known any more: what was found out since makes them shorter.) */
static void follow(Walk *w, size_t t, uint8_t check, Stage *stage)
{
    Search *s = w->s;
    States line = {.m = s->m};
    State state = {0}, normal = {0};
    bool is_new;
    states_add(&line, &w->state, &is_new);
    for (uint32_t k = 0; k < states_count(&line) && k < MOST_ACTIONS; k++) {
        states_load(&line, (StateId){k}, &state);
        if (k) {
            state_copy(&normal, &state);
            if (s->symmetric)
                search_normalise(s, &normal);
            add_candidate(w, states_add(&w->near, &normal, &is_new).ix, check, stage);
            states_load(&line, (StateId){k}, &state);
        }
        if (t >= state.threads.len || !state_is_live(&state, t))
            continue;
        search_action(s, &state, t);
        for (size_t o = 0; o < s->out.len; o++)
            if (outcome_has_successor(&s->out.all.at[o]))
                states_add_step(&line, &state, t, &s->out.all.at[o], &is_new);
    }
    state_free(&state);
    state_free(&normal);
    states_free(&line);
}

/* All states after one step that have the byte. */
static void step_from(Walk *w, uint32_t id, uint8_t check, Stage *stage)
{
    Search *s = w->s;
    states_load(&w->near, (StateId){id}, &w->state);
    ptrdiff_t only = state_chooser(s->m, &w->state);
    each_turn (t, &w->state, only) {
        if (search_is_delayed(s, &w->state, t))
            continue;
        search_step(s, &w->state, t);
        for (size_t k = 0; k < s->out.len; k++)
            if (outcome_has_successor(&s->out.all.at[k]))
                states_put_step(&w->near, &w->state, t, &s->out.all.at[k]);
    }
    w->near.told.len = 0;
    states_flush(&w->near);
    vec_each (uint32_t, told, &w->near.told)
        add_candidate(w, *told, check, stage);
    if (w->by_actions && !stage->ids.len)
        each_turn (t, &w->state, only)
            follow(w, t, check, stage);
}

static bool is_end(const Walk *w, uint32_t id)
{
    Signature signature = sign(w->s, w->travel, w->near.states.at.at[id]);
    return signature.high == w->end.high && signature.low == w->end.low;
}

/* Depth-first; the stages hold the way then. */
static bool walk(Walk *w, const Numbers *way)
{
    const Compact *c = w->s->compact;
    size_t depth = 0, last = way->len - 1, left = MOST_TRIED + 2 * way->len;
    while (!search_is_stale(w->s) && left-- > 0) {
        Stage *stage = &w->stages.at[depth];
        if (stage->at == stage->ids.len) {
            if (!depth)
                return false;
            stage->ids.len = stage->at = 0;
            w->stages.at[--depth].at++;
            continue;
        }
        uint32_t id = stage->ids.at[stage->at];
        if (depth == last && is_end(w, id))
            return true;
        if (depth == last) {
            stage->at++;
            continue;
        }
        depth++;
        step_from(w, id, c->checks.at[way->at[last - depth]], &w->stages.at[depth]);
    }
    return false;
}

/* They get numbers among the states of the search, which no look-up finds. */
static uint32_t put_way(Walk *w)
{
    Search *s = w->s;
    bool is_new;
    uint32_t id = 0, before = UINT32_MAX;
    vec_each (Stage, stage, &w->stages) {
        states_load(&w->near, (StateId){stage->ids.at[stage->at]}, &w->state);
        uint64_t pair = pair_at(s, states_add(&s->states, &w->state, &is_new).ix);
        id = states_count(&s->states);
        vec_push(&s->states.states.at, pair);
        vec_resize(&s->parent, id);
        vec_push(&s->parent, before == UINT32_MAX ? id : before);
        before = id;
    }
    return id;
}

static void begin_walk(Walk *w, const Numbers *way)
{
    Search *s = w->s;
    bool is_new;
    machine_initial(s->m, &s->out);
    state_initial(s->m, &s->out.all.at[0], &w->state);
    vec_resize(&w->stages, way->len);
    vec_push(&w->stages.at[0].ids, states_add(&w->near, &w->state, &is_new).ix);
}

static void end_walk(Walk *w)
{
    vec_each (Stage, stage, &w->stages)
        vec_free(&stage->ids);
    vec_free(&w->stages);
    travel_free(w->travel);
    states_free(&w->near);
    state_free(&w->state);
}

static bool try_again(Walk *w, const Numbers *way)
{
    vec_each (Stage, stage, &w->stages) {
        stage->at = 0;
        if (stage != w->stages.at)
            stage->ids.len = 0;
    }
    w->by_actions = true;
    return walk(w, way);
}

/* Why there is none: what was found out since has changed transactions, or names of threads.  What is known now is known
 * from the beginning then. */
static void give_up(Search *s)
{
    if (s->movers.broken || s->lost)
        return;
    s->lost = s->compact->given_up++ < MOST_GIVEN_UP;
    s->compact->lost = !s->lost;
    if (s->compact->lost)
        s->job->budget.reason = "something goes wrong, but the run that leads there was not found "
                                "again among the signatures of states (--hash-compaction)";
}

bool compact_bring(Search *s, uint32_t number, uint32_t *id)
{
    Compact *c = s->compact;
    Numbers way = {0};
    uint64_t transactions = s->movers.transactions, actions = s->movers.actions;
    assert(number >= c->first && number - c->first < c->level.len);
    note_new(s);
    Walk w = {
        .s = s,
        .near = {
            .m = s->m, .normalise = s->states.normalise, .self = s->states.self, .tells = true}};
    w.travel = travel_new(&w.near, 1);
    w.end = sign(s, c->travel, pair_at(s, c->level.at[number - c->first]));
    find_numbers(c, number, &way);
    begin_walk(&w, &way);
    bool found = walk(&w, &way) || try_again(&w, &way);
    if (found)
        *id = put_way(&w);
    else
        give_up(s);
    s->movers.transactions = transactions;
    s->movers.actions = actions;
    end_walk(&w);
    vec_free(&way);
    return found;
}

/* ---- the verdict ---- */

/* Two figures, and never too small. */
static const char *print_probability(double p, Arena *arena)
{
    char text[32];
    if (p >= 1)
        return "1";
    snprintf(text, sizeof text, "%.1e", p);
    for (double more = p; strtod(text, NULL) < p; more *= 1.01)
        snprintf(text, sizeof text, "%.1e", more);
    return arena_copy(arena, text, strlen(text));
}

void compact_judge(Search *s)
{
    Job *job = s->job;
    if (job->verdict != VERDICT_SAFE && job->verdict != VERDICT_BOUNDED)
        return;
    unsigned bits = s->compact->seen.bits;
    double missed = signatures_confuse(compact_count(s), bits);
    const char *text = arena_print(&job->arena,
                                   "some state was missed with a probability of at most %s "
                                   "(--hash-compaction, %u bits a state)",
                                   print_probability(missed, &job->arena), bits);
    if (job->verdict == VERDICT_BOUNDED && job->reason)
        text = arena_print(&job->arena, "%s; %s", job->reason, text);
    job_give_reason(job, (Reason){text, job->where, job->where_proc});
    job->verdict = VERDICT_BOUNDED;
}

void compact_forget(Search *s)
{
    Compact *c = s->compact;
    if (!compact_is_on(s))
        return;
    signatures_free(&c->seen);
    travel_free(c->travel);
    c->travel = NULL;
    c->on = false;
}

void compact_free(Search *s)
{
    Compact *c = s->compact;
    if (!c)
        return;
    compact_forget(s);
    vec_free(&c->checks);
    vec_free(&c->kinship);
    vec_free(&c->level);
    vec_free(&c->next);
    memory_free(c);
    s->compact = NULL;
}
