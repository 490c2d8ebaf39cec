/* share.c -- entries that agree on what their paths look at share their edges.
 *
 * A model is explored with the store it happens to have.  Its shape, the places that its paths and
 * those of its callees have looked at so far, grows.  An entry that differs from a model only at
 * other places follows it: each edge of the model is one of the follower's too, with the follower's
 * own contents at the other places (the frame rule).  While a model is not done, it is only
 * followed by entries that agree with it wherever its relatives have looked, because it will look
 * there too.  What was taken over stays true when the follower leaves: the path that it came from
 * looked only at places where the two agree. */
#include "engine/summarize/internal.h"

/* ---- shapes ---- */

static const uint64_t *shape_places(const Summarizer *s, uint32_t shape, size_t *len)
{
    *len = records_len(&s->shapes, shape);
    return records_get(&s->shapes, shape);
}

const uint64_t *share_places(const Summarizer *s, uint32_t entry, size_t *len)
{
    return shape_places(s, entry_at(s, entry)->shape, len);
}

static uint32_t shape_add(Summarizer *s, const uint32_t *places, size_t len)
{
    s->scratch.len = 0;
    for (size_t k = 0; k < len; k++) {
        vec_push(&s->scratch, places[k]);
        for (size_t j = k; j > 0 && s->scratch.at[j - 1] > s->scratch.at[j]; j--) {
            uint64_t place = s->scratch.at[j];
            s->scratch.at[j] = s->scratch.at[j - 1];
            s->scratch.at[j - 1] = place;
        }
    }
    for (size_t k = 1; k < len; k++)
        hard_assert(s->scratch.at[k - 1] < s->scratch.at[k]);
    return records_add(&s->shapes, s->scratch.at, len);
}

/* All places of both, or (`minus`) only those of b that a has not. */
static uint32_t shape_merge(Summarizer *s, uint32_t a, uint32_t b, bool minus)
{
    size_t x_len, y_len, i = 0, j = 0;
    const uint64_t *x = shape_places(s, a, &x_len), *y = shape_places(s, b, &y_len);
    s->scratch.len = 0;
    while (i < x_len || j < y_len) {
        bool from_a = j == y_len || (i < x_len && x[i] <= y[j]);
        bool in_both = from_a && j < y_len && x[i] == y[j];
        uint64_t place = from_a ? x[i] : y[j];
        if (!minus || !from_a)
            vec_push(&s->scratch, place);
        i += from_a;
        j += !from_a || in_both;
    }
    return records_add(&s->shapes, s->scratch.at, s->scratch.len);
}

static bool agree(const Summarizer *s, GlobalId a, GlobalId b, uint32_t shape)
{
    size_t len;
    const uint64_t *places = shape_places(s, shape, &len);
    if (a.ix == b.ix)
        return true;
    for (size_t k = 0; k < len && places[k] < WORD_PLACE; k++)
        if (machine_leaf(s->m, a, (uint32_t)places[k]) !=
            machine_leaf(s->m, b, (uint32_t)places[k]))
            return false;
    return true;
}

bool share_agrees(const Summarizer *s, uint32_t entry)
{
    const Entry *e = entry_at(s, entry), *model = entry_at(s, e->model);
    return agree(s, e->g, model->g, model->shape);
}

/* ---- the index of models: by family, shape, and what stands at the places of the shape ---- */

typedef struct ModelKey {
    uint32_t family, shape;
    GlobalId g;
} ModelKey;

static uint64_t mix(uint64_t hash, uint64_t x)
{
    hash = (hash ^ x) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t hash_key(const Summarizer *s, ModelKey key)
{
    size_t len;
    const uint64_t *places = shape_places(s, key.shape, &len);
    uint64_t hash = mix(key.family, key.shape + ((uint64_t)1 << 32));
    for (size_t k = 0; k < len && places[k] < WORD_PLACE; k++)
        hash = mix(hash, machine_leaf(s->m, key.g, (uint32_t)places[k]));
    return mix(hash, hash >> 32);
}

static bool same_model(const void *table, uint32_t id, const void *key)
{
    const Summarizer *s = table;
    const ModelKey *k = key;
    const Entry *e = &s->entries.at[id];
    return e->model == id && e->family == k->family && e->shape == k->shape &&
           agree(s, e->g, k->g, id < s->settled ? k->shape : s->family.at[k->family].known);
}

static uint64_t hash_model(const void *table, uint32_t id)
{
    const Summarizer *s = table;
    const Entry *e = &s->entries.at[id];
    return hash_key(s, (ModelKey){e->family, e->shape, e->g});
}

static void index_model(Summarizer *s, uint32_t entry)
{
    index_add(&s->models, hash_model(s, entry), entry, hash_model, s);
}

/* ---- families ---- */

static uint32_t family_of(Summarizer *s, const Entry *e)
{
    uint64_t words[3] = {e->tid.ix | (uint64_t)e->split << 32, e->l.ix | (uint64_t)e->s.ix << 32,
                         e->progress};
    uint32_t family = records_add(&s->families, words, 3);
    if (family >= s->family.len) {
        vec_resize(&s->family, family + 1);
        s->family.at[family].known = shape_add(s, NULL, 0);
    }
    return family;
}

static void count_shape(Summarizer *s, uint32_t family, uint32_t shape, int change)
{
    Family *f = &s->family.at[family];
    for (size_t k = 0; k < f->shapes.len; k++)
        if (f->shapes.at[k] == shape) {
            f->counts.at[k] += (uint32_t)change;
            if (!f->counts.at[k]) {
                f->shapes.at[k] = vec_last(&f->shapes);
                f->counts.at[k] = vec_last(&f->counts);
                f->shapes.len--;
                f->counts.len--;
            }
            return;
        }
    assert(change == 1); /* what goes was there */
    vec_push(&f->shapes, shape);
    vec_push(&f->counts, 1);
}

static uint32_t find_model(Summarizer *s, uint32_t entry)
{
    const Entry *e = entry_at(s, entry);
    const Family *f = &s->family.at[e->family];
    for (size_t k = 0; k < f->shapes.len; k++) {
        ModelKey key = {e->family, f->shapes.at[k], e->g};
        uint32_t found = index_find(&s->models, hash_key(s, key), same_model, s, &key);
        if (found != INDEX_NONE)
            return found;
    }
    return NONE;
}

static void become_model(Summarizer *s, uint32_t entry)
{
    Entry *e = &s->entries.at[entry];
    e->model = entry;
    e->real = s->movers.real;
    e->shape = shape_add(s, NULL, 0);
    count_shape(s, e->family, e->shape, 1);
    index_model(s, entry);
    Part part = {.g = e->g, .l = e->l, .s = e->s};
    uint32_t start =
        edge_add(s, entry, &part, entry_progress(e), (Edge){.parent = NONE, .via = NONE});
    s->entries.at[entry].start = start;
}

void share_resolve(Summarizer *s, uint32_t entry)
{
    Entry *e = &s->entries.at[entry];
    assert(e->model == NONE && e->follows == NONE);
    e->family = family_of(s, e);
    uint32_t model = find_model(s, entry);
    if (model == NONE) {
        become_model(s, entry);
        return;
    }
    assert(model != entry && entry_at(s, model)->model == model);
    e->model = model;
    e->follows = entry_at(s, model)->followers;
    s->entries.at[model].followers = entry;
    s->job->stats.followers++;
    level2_deliver(s, entry);
}

/* ---- growth ---- */

void share_grow(Summarizer *s, uint32_t entry, const uint32_t *places, size_t len)
{
    if (len)
        vec_push(&s->growing, ((Growth){entry, shape_add(s, places, len)}));
}

void share_grow_by(Summarizer *s, uint32_t entry, uint32_t shape)
{
    vec_push(&s->growing, ((Growth){entry, shape}));
}

static void grow_callers(Summarizer *s, uint32_t entry, uint32_t more)
{
    for (uint32_t c = entry_at(s, entry)->callers; c != NONE; c = s->calls.at[c].next_caller)
        share_grow_by(s, edge_entry(s, s->calls.at[c].edge), more);
}

/* Followers that differ from the model at one of these places leave it. */
static void part_followers(Summarizer *s, uint32_t model, uint32_t more)
{
    GlobalId g = entry_at(s, model)->g;
    uint32_t *link = &s->entries.at[model].followers;
    while (*link != NONE) {
        uint32_t follower = *link;
        Entry *e = &s->entries.at[follower];
        if (agree(s, e->g, g, more)) {
            grow_callers(s, follower, more);
            link = &e->follows;
            continue;
        }
        *link = e->follows;
        e->follows = e->model = NONE;
        vec_push(&s->leaving, follower);
    }
}

static void grow(Summarizer *s, uint32_t entry, uint32_t places)
{
    Entry *e = &s->entries.at[entry];
    assert(e->model == entry);
    uint32_t more = shape_merge(s, e->shape, places, true);
    if (!records_len(&s->shapes, more))
        return;
    count_shape(s, e->family, e->shape, -1);
    e->shape = shape_merge(s, e->shape, places, false);
    Family *family = &s->family.at[e->family];
    family->known = shape_merge(s, family->known, e->shape, false);
    count_shape(s, e->family, e->shape, 1);
    index_model(s, entry);
    grow_callers(s, entry, more);
    part_followers(s, entry, more);
}

/* In this order: what is learned of a model is true of its followers once those that differ have
 * left. */
void share_settle(Summarizer *s)
{
    for (;;) {
        if (s->growing.len) {
            Growth growth = vec_pop(&s->growing);
            grow(s, growth.entry, growth.shape);
        } else if (s->leaving.len)
            share_resolve(s, vec_pop(&s->leaving));
        else if (s->learning.len) {
            Lesson lesson = vec_pop(&s->learning);
            level2_learn(s, lesson.entry, lesson.facts);
        } else
            return;
    }
}

Part share_part(Summarizer *s, uint32_t entry, uint32_t edge, Progress *progress)
{
    Part part = edge_part(s, edge, progress);
    const Entry *e = entry_at(s, entry), *model = entry_at(s, edge_entry(s, edge));
    if (e == model)
        return part;
    assert(e->model == edge_entry(s, edge));
    size_t len;
    const uint64_t *places = shape_places(s, model->shape, &len);
    VEC(uint32_t) list = {0};
    for (size_t k = 0; k < len && places[k] < WORD_PLACE; k++)
        vec_push(&list, (uint32_t)places[k]);
    part.g = machine_graft(s->m, e->g, part.g, list.at, list.len);
    vec_free(&list);
    return part;
}
