/* cluster.c -- a search by peers, which have nothing in common but what they tell each other.
 *
 * All of them begin alike: each does the whole search, as one process would, up to the first large level.  From
 * there on each new state belongs to one of them, by a hash of its contents.  A level is done in
 * steps that all take together:
 *
 *   each expands the states of the level that it has, by its own crew (crew.c), and numbers what is new to it     crew_expand
 *   what belongs to others is sent to them (machine/travel.c), with the number of its parent                       send_all
 *   new states get their numbers among those of all: in the order of their parents, and of the parents' steps      number_all
 *
 * That is the order in which one process would have met them, so numbers, parents, depth and counts are those of one
 * process.  Why that is so is what crew.c says: as long as nothing is found out of the program, how a state is expanded does not
 * depend on others.  If anything is found out, or goes wrong, by anybody, then what was found in the level is thrown away,
 * and all of them expand all of its states, in order (alike.c): so all of them find out the same. */
#include "engine/explore/cluster.h"

#include <stdlib.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/intern_share.h"
#include "base/log.h"

enum {
    LEAST_SPREAD = 1024,
    LEAST_ASKED = 16
};                        /* states of a level that is worth it; ... if --jobs is given */
enum { BATCH = 1 << 18 }; /* bytes for one peer that travel at once */
enum { FILTER_LOG = 18 };
#define MOST_STATES (UINT32_MAX - (1u << 20))

bool cluster_is_spread(const Search *s)
{
    return s->cluster && s->cluster->spread;
}

uint64_t cluster_count(const Search *s)
{
    return s->cluster->last;
}

bool cluster_is_due(const Search *s, uint32_t id)
{
    const Options *options = s->job->options;
    return options->peers && !s->most_states &&
           s->level_end - id >= (options->jobs ? LEAST_ASKED : LEAST_SPREAD);
}

unsigned cluster_owner(Cluster *c, uint64_t pair)
{
    return (unsigned)(travel_hash(c->travel, pair) % c->peers->count);
}

static uint32_t number_of(const Cluster *c, uint32_t id)
{
    return id < c->known ? id : c->number.at[id - c->known];
}

int new_compare(const void *a, const void *b)
{
    uint64_t x = ((const NewState *)a)->key, y = ((const NewState *)b)->key;
    return x < y ? -1 : x > y;
}

/* ---- what all agree about ---- */

/* Everybody's budget has the same reason: that of the first one who has any. */
static void share_reason(Search *s)
{
    Cluster *c = s->cluster;
    Budget *budget = &s->job->budget;
    Parcel mine = {0};
    if (budget->reason)
        parcel_put_bytes(&mine, budget->reason, strlen(budget->reason));
    c->peers->tell(c->peers, &mine, c->in);
    parcel_free(&mine);
    for (unsigned k = 0; k < c->peers->count; k++) {
        const Parcel *said = &c->in[k];
        if (!said->bytes.len)
            continue;
        budget->reason = arena_copy(&s->job->arena, (const char *)said->bytes.at, said->bytes.len);
        break;
    }
}

bool cluster_is_over(Search *s)
{
    uint64_t over = budget_exhausted(&s->job->budget);
    s->cluster->peers->most(&over, 1);
    if (over)
        share_reason(s);
    return over;
}

/* All that is the same for everybody before a level. */
static uint64_t hash_known(const Search *s)
{
    uint64_t known[] = {crew_knowledge(s), machine_alike(s->m), s->job->stats.transitions,
                        s->cluster->last};
    return XXH3_64bits(known, sizeof known);
}

/* What everybody has expanded counts, if it `differs` for nobody.  If something is different that must not be,
 * no answer is better than a wrong one. */
static AlikeAnswer agree(Search *s, uint64_t known, bool differs)
{
    uint64_t all[] = {differs, budget_exhausted(&s->job->budget), known, ~known};
    s->cluster->peers->most(all, sizeof all / sizeof *all);
    if (all[1])
        share_reason(s);
    else if (all[2] != ~all[3])
        s->job->budget.reason =
            "processes that search together have come to know different things of the program, "
            "which is a mistake of heddle";
    return all[1] || all[2] != ~all[3] ? ALIKE_OVER : all[0] ? ALIKE_ENDS : ALIKE_DID;
}

/* ---- states go to whom they belong to ---- */

typedef struct Sending {
    Search *s;
    Cluster *c;
    uint32_t count;   /* of states that are old here */
    NewStates claims; /* of those behind them: the least key; or NOBODY's: it is not for this one */
    struct Last {
        uint64_t parent, step;
    } * last; /* by peer: of what was packed or unpacked */
} Sending;
#define NOBODY UINT64_MAX

static uint64_t pair_at(const Search *s, uint32_t id)
{
    return s->states.states.at.at[id];
}

/* It was sent in an earlier level, or is on its way: so it is old where it belongs, now or when it comes. */
static bool was_sent(Cluster *c, uint64_t pair)
{
    uint64_t *at = &c->filter[XXH3_64bits(&pair, sizeof pair) >> (64 - FILTER_LOG)];
    bool was = *at == pair;
    *at = pair;
    return was;
}

static void pack_state(Sending *e, unsigned to, uint32_t parent, uint32_t step, uint64_t pair)
{
    Parcel *p = &e->c->out[to];
    struct Last *last = &e->last[to];
    if (!p->bytes.len)
        *last = (struct Last){0};
    parcel_put(p, parent - last->parent);
    parcel_put(p, last->parent == parent ? step - last->step : step);
    *last = (struct Last){parent, step};
    travel_pack(e->c->travel, to, pair, p);
}

/* From state `id` on, as many as are enough for once; the next one. */
static uint32_t pack_some(Sending *e, uint32_t id, uint32_t end)
{
    Cluster *c = e->c;
    bool full = false;
    for (unsigned k = 0; k < c->peers->count; k++)
        parcel_clear(&c->out[k]);
    for (; id < end && !full; id++) {
        uint64_t pair = pair_at(e->s, id);
        uint32_t parent = number_of(c, e->s->parent.at[id]), step = id - e->count;
        unsigned owner = cluster_owner(c, pair);
        if (owner == c->peers->number) {
            e->claims.at[step] = (NewState){NEW_KEY(parent, step), pair};
            continue;
        }
        if (was_sent(c, pair))
            continue;
        pack_state(e, owner, parent, step, pair);
        full = c->out[owner].bytes.len >= BATCH;
    }
    return id;
}

static void take_state(Sending *e, uint64_t key, uint64_t pair)
{
    bool is_new;
    uint32_t id = pairs_add(&e->s->states.states, (uint32_t)(pair >> 32), (uint32_t)pair, &is_new);
    if (id < e->count)
        return;
    if (id - e->count >= e->claims.len)
        vec_push(&e->claims, ((NewState){NOBODY, 0}));
    NewState *claim = &e->claims.at[id - e->count];
    claim->pair = pair;
    claim->key = key < claim->key ? key : claim->key;
}

static bool unpack_all(Sending *e)
{
    Cluster *c = e->c;
    for (unsigned k = 0; k < c->peers->count; k++) {
        Parcel *p = &c->in[k];
        struct Last last = {0};
        while (parcel_has_more(p)) {
            uint64_t parent = last.parent + parcel_get(p);
            uint64_t step = parcel_get(p) + (parent == last.parent ? last.step : 0);
            uint64_t pair = travel_unpack(c->travel, k, p);
            last = (struct Last){parent, step};
            if (!p->bad)
                take_state(e, NEW_KEY(parent, step), pair);
        }
        if (p->bad)
            return false;
    }
    return true;
}

/* Those that are new, and belong here, in order; false: what came cannot be read. */
static bool send_all(Search *s, uint32_t count, NewStates *news)
{
    Cluster *c = s->cluster;
    Sending e = {.s = s, .c = c, .count = count};
    uint32_t id = count, end = states_count(&s->states);
    uint64_t more[] = {1, 0}; /* states; is something bad? */
    e.last = memory_alloc(c->peers->count * sizeof *e.last);
    while (e.claims.len < end - count)
        vec_push(&e.claims, ((NewState){NOBODY, 0}));
    while (more[0]) {
        id = pack_some(&e, id, end);
        c->peers->swap(c->peers, c->out, c->in);
        more[1] |= !unpack_all(&e);
        more[0] = id < end;
        c->peers->most(more, 2);
    }
    vec_each (NewState, claim, &e.claims)
        if (claim->key != NOBODY)
            vec_push(news, *claim);
    if (news->len)
        qsort(news->at, news->len, sizeof *news->at, new_compare);
    vec_free(&e.claims);
    memory_free(e.last);
    return !more[1];
}

/* ---- new states get their numbers ---- */

/* Somebody's new state, in the part of the level that this one numbers. */
typedef struct Wanted {
    uint64_t key;
    unsigned peer;
    uint32_t number;
} Wanted;
typedef VEC(Wanted) AllWanted;

static int claim_compare(const void *a, const void *b)
{
    uint64_t x = ((const Wanted *)a)->key, y = ((const Wanted *)b)->key;
    return x < y ? -1 : x > y;
}

static void read_claims(Cluster *c, AllWanted *claims)
{
    for (unsigned k = 0; k < c->peers->count; k++)
        for (uint64_t key = 0; parcel_has_more(&c->in[k]);) {
            key += parcel_get(&c->in[k]);
            vec_push(claims, ((Wanted){.key = key, .peer = k}));
        }
    if (claims->len)
        qsort(claims->at, claims->len, sizeof *claims->at, claim_compare);
}

/* The parents of the level are cut into as many parts as there are peers; each numbers the children of its part. */
static uint64_t number_all(Cluster *c, const NewStates *news, uint32_t *numbers)
{
    const Peers *peers = c->peers;
    uint64_t *counts = memory_alloc(peers->count * sizeof *counts);
    uint64_t *last = memory_alloc(peers->count * sizeof *last), width = c->last - c->first, all = 0;
    AllWanted claims = {0};
    for (unsigned k = 0; k < peers->count; k++)
        parcel_clear(&c->out[k]);
    vec_each (const NewState, new, news) {
        uint64_t part = ((new->key >> 32) - c->first) * peers->count / width;
        parcel_put(&c->out[part], new->key - last[part]);
        last[part] = new->key;
    }
    peers->swap(peers, c->out, c->in);
    read_claims(c, &claims);
    counts[peers->number] = claims.len;
    peers->sum(counts, peers->count);
    uint64_t number = c->last;
    for (unsigned k = 0; k < peers->count; k++) {
        number += k < peers->number ? counts[k] : 0;
        all += counts[k];
        parcel_clear(&c->out[k]);
        last[k] = 0;
    }
    vec_each (Wanted, claim, &claims) {
        parcel_put(&c->out[claim->peer], number - last[claim->peer]);
        last[claim->peer] = number++;
    }
    peers->swap(peers, c->out, c->in);
    size_t at = 0;
    for (unsigned k = 0; k < peers->count; k++)
        for (uint64_t sum = 0; parcel_has_more(&c->in[k]) && at < news->len;)
            numbers[at++] = (uint32_t)(sum += parcel_get(&c->in[k]));
    assert(at == news->len);
    memory_free(counts);
    memory_free(last);
    vec_free(&claims);
    return all;
}

void cluster_add(Search *s, uint32_t count, const NewStates *news, const uint32_t *numbers)
{
    Cluster *c = s->cluster;
    bool is_new;
    pairs_cut(&s->states.states, count);
    for (size_t k = 0; k < news->len; k++) {
        const NewState *new = &news->at[k];
        uint32_t id = pairs_add(&s->states.states, (uint32_t)(new->pair >> 32),
                                (uint32_t) new->pair, &is_new);
        assert(is_new && id == count + k && (!k || numbers[k - 1] < numbers[k]));
        vec_push(&c->number, numbers[k]);
        vec_push(&c->parent, (uint32_t)(new->key >> 32));
    }
    assert(c->known + c->number.len == states_count(&s->states));
    s->parent.len = count;
    vec_resize(&s->parent, states_count(&s->states));
}

/* What belongs to the level is over; the next one follows. */
static void go_on(Search *s, uint32_t count, uint64_t all)
{
    Cluster *c = s->cluster;
    c->begin = count;
    c->end = states_count(&s->states);
    c->first = c->last;
    c->last += all;
    if (c->last > MOST_STATES)
        s->job->budget.reason = "there are more than four thousand million states";
}

/* ---- a level ---- */

static void sum_tally(Cluster *c, Tally *tally)
{
    static_assert(sizeof *tally % sizeof(uint64_t) == 0, "numbers only");
    c->peers->sum((uint64_t *)tally, sizeof *tally / sizeof(uint64_t));
}

/* The keys that all have met, in the order in which one process would have met them; marks are numbers of all. */
static void learn_keys(Search *s, bool any)
{
    Cluster *c = s->cluster;
    MetKeys mine = {0};
    Parcel said = {0};
    NewStates all = {0}; /* its key: where it was met; its pair: what was met */
    if (any)
        crew_collect_keys(s, &mine);
    vec_each (const MetKey, met, &mine) {
        parcel_put(&said, number_of(c, met->mark));
        parcel_put(&said, met->key);
    }
    c->peers->tell(c->peers, &said, c->in);
    for (unsigned k = 0; k < c->peers->count; k++)
        for (uint32_t step = 0; parcel_has_more(&c->in[k]); step++) {
            uint64_t number = parcel_get(&c->in[k]);
            vec_push(&all, ((NewState){NEW_KEY(number, step), parcel_get(&c->in[k])}));
        }
    if (all.len)
        qsort(all.at, all.len, sizeof *all.at, new_compare);
    mine.len = 0;
    vec_each (const NewState, new, &all)
        vec_push(&mine, ((MetKey){.key = new->pair}));
    crew_learn_keys(s, &mine);
    vec_free(&mine);
    vec_free(&all);
    parcel_free(&said);
}

/* Everybody has expanded its states: what is new? */
static bool settle(Search *s, uint32_t count, Tally *tally)
{
    Cluster *c = s->cluster;
    NewStates news = {0};
    bool any = c->begin < c->end, done = send_all(s, count, &news);
    uint32_t *numbers = memory_alloc((news.len + 1) * sizeof *numbers);
    if (done) {
        uint64_t all = number_all(c, &news, numbers);
        cluster_add(s, count, &news, numbers);
        sum_tally(c, tally);
        crew_add_tally(s, tally);
        if (s->symmetric)
            learn_keys(s, any);
        go_on(s, count, all);
    } else
        s->job->budget.reason =
            "what came from another process cannot be read, which is a mistake of heddle";
    vec_free(&news);
    memory_free(numbers);
    return done;
}

static Ending expand_mine(Search *s, Tally *tally)
{
    Cluster *c = s->cluster;
    if (!crew_is_ready(s))
        return NOT_ALIKE;
    s->level_end = c->end;
    return c->begin < c->end ? crew_expand(s, c->begin, tally) : ALL_DONE;
}

/* Each expands its own; the answer is the same for all. */
static AlikeAnswer spread_expand(Search *s)
{
    Cluster *c = s->cluster;
    Tally tally = {0};
    uint32_t count = states_count(&s->states), masks = machine_masks(s->m);
    uint64_t known = hash_known(s);
    Ending ending = expand_mine(s, &tally);
    if (ending == HAS_DIED)
        crew_give_up(s);
    AlikeAnswer answer = agree(s, known, ending != ALL_DONE || machine_masks(s->m) != masks);
    if (answer == ALIKE_DID)
        return settle(s, count, &tally) ? ALIKE_DID : ALIKE_OVER;
    if (ending == ALL_DONE && c->begin < c->end)
        pairs_cut(&s->states.states, count);
    if (s->crew->lives)
        crew_throw_away(s);
    machine_cut_masks(s->m, masks);
    s->parent.len = count;
    return answer;
}

/* Work as one process would have counted it. */
static void spend(Search *s)
{
    uint64_t done = machine_work(s->m) - s->spent;
    s->spent += done;
    crew_count(s);
    budget_spend(&s->job->budget, done);
    if (budget_progress_due(&s->job->budget) && !s->cluster->peers->number)
        search_show(s, (uint32_t)s->cluster->last, (uint32_t)s->cluster->first);
}

static AlikeAnswer expand_level(Search *s)
{
    Cluster *c = s->cluster;
    AlikeAnswer answer = crew_can_help(s) ? spread_expand(s) : agree(s, hash_known(s), true);
    if (answer == ALIKE_ENDS) { /* not yet */
        uint32_t count = states_count(&s->states);
        LOG(SEARCH, "all expand the level of states %llu to %llu", (unsigned long long)c->first,
            (unsigned long long)c->last);
        uint64_t before = c->last;
        answer = alike_expand(s);
        if (answer == ALIKE_DID) {
            uint64_t all = c->last - before;
            c->last = before;
            go_on(s, count, all);
        }
    }
    return answer;
}

/* ---- the search ---- */

static void open_cluster(Search *s)
{
    Cluster *c = s->cluster;
    if (!c) {
        c = s->cluster = memory_alloc(sizeof *c);
        c->peers = s->job->options->peers;
        c->out = memory_alloc(c->peers->count * sizeof *c->out);
        c->in = memory_alloc(c->peers->count * sizeof *c->in);
        c->filter = memory_alloc(sizeof *c->filter << FILTER_LOG);
    }
    c->travel = travel_new(&s->states, 2 * c->peers->count);
    c->spread = true;
    c->known = states_count(&s->states);
    c->number.len = c->parent.len = 0;
    memset(c->filter, 0xff, sizeof *c->filter << FILTER_LOG);
}

/* From the level on that open_cluster has begun. */
static bool take_levels(Search *s)
{
    Cluster *c = s->cluster;
    for (;;) {
        AlikeAnswer answer = expand_level(s);
        s->at.id = (uint32_t)c->first;
        spend(s);
        if (answer == ALIKE_OVER)
            return false;
        if (answer == ALIKE_ENDS || c->first == c->last || !search_begins_level(s))
            return true;
        s->at.begin = s->at.id;
    }
}

bool cluster_search(Search *s, uint32_t id)
{
    open_cluster(s);
    Cluster *c = s->cluster;
    Job *job = s->job;
    uint64_t width = s->level_end - id;
    c->first = id;
    c->last = s->level_end;
    c->begin = id + (uint32_t)(width * c->peers->number / c->peers->count);
    c->end = id + (uint32_t)(width * (c->peers->number + 1) / c->peers->count);
    if (!crew_is_ready(s)) { /* tables that can be cut */
        job->budget.reason = "there is no memory that processes can share";
        job->options->peers->apart = true;
        return false;
    }
    bool whole = take_levels(s);
    s->at.id = states_count(&s->states);
    if (job->reached)
        c->peers->join(job->reached, job->program->code.len);
    return whole;
}

void cluster_forget(Search *s)
{
    Cluster *c = s->cluster;
    if (!c)
        return;
    travel_free(c->travel);
    c->travel = NULL;
    c->spread = false;
}

void cluster_free(Search *s)
{
    Cluster *c = s->cluster;
    cluster_forget(s);
    for (unsigned k = 0; c && k < c->peers->count; k++) {
        parcel_free(&c->out[k]);
        parcel_free(&c->in[k]);
    }
    if (c) {
        vec_free(&c->number);
        vec_free(&c->parent);
        memory_free(c->filter);
        memory_free(c->out);
        memory_free(c->in);
    }
    memory_free(c);
    s->cluster = NULL;
}
