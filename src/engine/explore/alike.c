/* alike.c -- levels of a cluster that everybody expands, and the way to a state; see cluster.c.
 *
 * All states of the level are told to all, some at a time, in the order of their numbers.  Each peer expands all of them, as one
 * process would: so all find out the same, meet the same errors, and stop at the same state.  What is new each knows
 * only of the states that belong to it; that they tell each other, and number in order. */
#include <stdlib.h>

#include "base/intern_share.h"
#include "engine/explore/cluster.h"

enum { SOME = 4096 };      /* states that are told at once */
enum { LOOK_AFTER = 256 }; /* states, whether somebody's budget has come to its end */

/* A state of the level. */
typedef struct Told {
    uint64_t number, pair;
} Told;
typedef VEC(Told) AllTold;

static int compare_told(const void *a, const void *b)
{
    uint64_t x = ((const Told *)a)->number, y = ((const Told *)b)->number;
    return x < y ? -1 : x > y;
}

/* The first state that is here with this number or a larger one. */
static uint32_t first_from(const Cluster *c, uint64_t number)
{
    if (number < c->known)
        return (uint32_t)number;
    size_t low = 0, high = c->number.len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (c->number.at[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return c->known + (uint32_t)low;
}

static uint64_t pair_at(const Search *s, uint32_t id)
{
    return s->states.states.at.at[id];
}

/* Those with numbers from `from` to `to`; false: that is not all. */
static bool gather(Search *s, uint64_t from, uint64_t to, AllTold *all)
{
    Cluster *c = s->cluster;
    unsigned peers = c->peers->count;
    Parcel mine = {0};
    uint64_t last = 0;
    bool bad = false;
    all->len = 0;
    for (uint64_t number = from; number < to && number < c->known; number++)
        vec_push(all, ((Told){number, pair_at(s, (uint32_t)number)}));
    uint64_t behind = from > c->known ? from : c->known;
    uint32_t begin = first_from(c, behind), end = to > behind ? first_from(c, to) : begin;
    for (uint32_t id = begin; id < end; id++) {
        uint64_t number = c->number.at[id - c->known];
        vec_push(all, ((Told){number, pair_at(s, id)}));
        parcel_put(&mine, number - last);
        travel_pack(c->travel, peers, pair_at(s, id), &mine);
        last = number;
    }
    c->peers->tell(c->peers, &mine, c->in);
    for (unsigned k = 0; k < peers; k++) {
        Parcel *p = &c->in[k];
        for (uint64_t number = 0; k != c->peers->number && parcel_has_more(p);) {
            number += parcel_get(p);
            vec_push(all, ((Told){number, travel_unpack(c->travel, peers + k, p)}));
        }
        bad |= p->bad;
    }
    if (all->len)
        qsort(all->at, all->len, sizeof *all->at, compare_told);
    for (size_t k = 0; k < all->len; k++)
        bad |= all->at[k].number != from + k;
    parcel_free(&mine);
    uint64_t wrong = bad || all->len != to - from;
    c->peers->most(&wrong, 1);
    return !wrong;
}

/* Everybody's new states get their numbers, in the order of their keys, from c->last on. */
static void settle(Search *s, uint32_t count, const NewStates *news)
{
    Cluster *c = s->cluster;
    Parcel mine = {0};
    NewStates all = {0};
    uint32_t *numbers = memory_alloc((news->len + 1) * sizeof *numbers);
    uint64_t last = 0;
    vec_each (const NewState, new, news) {
        parcel_put(&mine, new->key - last);
        last = new->key;
    }
    c->peers->tell(c->peers, &mine, c->in);
    for (unsigned k = 0; k < c->peers->count; k++)
        for (uint64_t key = 0; parcel_has_more(&c->in[k]);) {
            key += parcel_get(&c->in[k]);
            vec_push(&all, ((NewState){key, 0}));
        }
    if (all.len)
        qsort(all.at, all.len, sizeof *all.at, new_compare);
    size_t at = 0;
    for (size_t k = 0; k < all.len && at < news->len; k++)
        if (all.at[k].key == news->at[at].key)
            numbers[at++] = (uint32_t)(c->last + k);
    assert(at == news->len);
    cluster_add(s, count, news, numbers);
    c->last += all.len;
    parcel_free(&mine);
    vec_free(&all);
    memory_free(numbers);
}

/* The steps of the state that was expanded last which lead to something new that belongs here.  *newest: the last of all states. */
static void note_news(Search *s, uint64_t number, uint32_t *newest, NewStates *news)
{
    Cluster *c = s->cluster;
    for (uint32_t step = 0; step < s->states.told.len; step++) {
        uint32_t id = s->states.told.at[step];
        if (id <= *newest)
            continue;
        *newest = id;
        if (cluster_owner(c, pair_at(s, id)) == c->peers->number)
            vec_push(news, ((NewState){NEW_KEY(number, step), pair_at(s, id)}));
    }
    s->states.told.len = 0;
}

static AlikeAnswer expand_some(Search *s, const AllTold *some, NewStates *news)
{
    bool is_new;
    VEC(uint32_t) ids = {0};
    AlikeAnswer answer = ALIKE_DID;
    vec_each (const Told, told, some)
        vec_push(&ids, pairs_add(&s->states.states, (uint32_t)(told->pair >> 32),
                                 (uint32_t)told->pair, &is_new));
    vec_resize(&s->parent, states_count(&s->states));
    uint32_t newest = states_count(&s->states) - 1;
    s->states.tells = true;
    s->states.told.len = 0;
    for (size_t k = 0; k < some->len && answer == ALIKE_DID; k++) {
        s->at.id = (uint32_t)some->at[k].number;
        if ((s->at.id - s->cluster->first) % CREW_CHUNK == 0)
            machine_unload(s->m);
        search_expand(s, ids.at[k]);
        note_news(s, s->at.id, &newest, news);
        if (s->done || search_is_at_end(s))
            answer = ALIKE_ENDS;
        else if (k % LOOK_AFTER == 0 && cluster_is_over(s))
            answer = ALIKE_OVER;
    }
    s->states.tells = false;
    vec_free(&ids);
    return answer;
}

AlikeAnswer alike_expand(Search *s)
{
    Cluster *c = s->cluster;
    AllTold some = {0};
    NewStates news = {0};
    AlikeAnswer answer = ALIKE_DID;
    uint64_t end = c->last;
    for (uint64_t from = c->first; from < end && answer == ALIKE_DID; from += SOME) {
        uint32_t count = states_count(&s->states);
        if (!gather(s, from, from + SOME < end ? from + SOME : end, &some)) {
            s->job->budget.reason =
                "the states of a level are not all there, which is a mistake of heddle";
            answer = ALIKE_OVER;
            break;
        }
        news.len = 0;
        answer = expand_some(s, &some, &news);
        settle(s, count, &news);
    }
    vec_free(&some);
    vec_free(&news);
    return answer;
}

/* ---- the way to a state ---- */

/* The state with this number, told by the one who has it, and the number of its parent. */
static bool ask(Search *s, uint32_t number, uint64_t *pair, uint32_t *parent)
{
    Cluster *c = s->cluster;
    unsigned peers = c->peers->count;
    Parcel mine = {0};
    uint32_t id = first_from(c, number);
    bool has = id < c->known + c->number.len && c->number.at[id - c->known] == number;
    bool found = has;
    if (has) {
        *pair = pair_at(s, id);
        *parent = c->parent.at[id - c->known];
        parcel_put(&mine, *parent);
        travel_pack(c->travel, peers, *pair, &mine);
    }
    c->peers->tell(c->peers, &mine, c->in);
    for (unsigned k = 0; k < peers && !has; k++) {
        if (!parcel_has_more(&c->in[k]))
            continue;
        *parent = (uint32_t)parcel_get(&c->in[k]);
        *pair = travel_unpack(c->travel, peers + k, &c->in[k]);
        found = !c->in[k].bad;
    }
    parcel_free(&mine);
    return found;
}

/* All of the way get numbers here, in its order, whether they have some or not. */
uint32_t cluster_bring(Search *s, uint32_t number)
{
    Cluster *c = s->cluster;
    VEC(uint64_t) way = {0};
    uint64_t pair = 0;
    while (number >= c->known) {
        bool found = ask(s, number, &pair, &number);
        assert(found);
        vec_push(&way, pair);
    }
    uint32_t id = number;
    while (way.len) {
        uint32_t next = pairs_append(&s->states.states, vec_pop(&way));
        vec_resize(&s->parent, next);
        vec_push(&s->parent, id);
        id = next;
    }
    vec_free(&way);
    return id;
}
