/* tuple.c -- see tuple.h. */
#include "engine/bound/tuple.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

static bool same_tuple(const void *table, uint32_t id, const void *key)
{
    const Tuples *tuples = table;
    return memcmp(tuples_get(tuples, id), key, tuples->width * sizeof(uint32_t)) == 0;
}

static uint64_t hash_tuple(const void *table, uint32_t id)
{
    const Tuples *tuples = table;
    return XXH3_64bits(tuples_get(tuples, id), tuples->width * sizeof(uint32_t));
}

uint32_t tuples_add(Tuples *tuples, const uint32_t *tuple, bool *is_new)
{
    assert(tuples->width);
    uint64_t hash = XXH3_64bits(tuple, tuples->width * sizeof *tuple);
    uint32_t id = index_find(&tuples->index, hash, same_tuple, tuples, tuple);
    *is_new = id == INDEX_NONE;
    if (!*is_new)
        return id;
    id = tuples_count(tuples);
    if (id == INDEX_NONE - 1)
        memory_exhausted();
    vec_reserve(&tuples->at, tuples->at.len + tuples->width);
    memcpy(tuples->at.at + tuples->at.len, tuple, tuples->width * sizeof *tuple);
    tuples->at.len += tuples->width;
    index_add(&tuples->index, hash, id, hash_tuple, tuples);
    if (check_is_due((uint64_t)id + 1))
        index_check(&tuples->index, 0, tuples_count(tuples), hash_tuple, tuples);
    return id;
}

void tuples_free(Tuples *tuples)
{
    vec_free(&tuples->at);
    index_free(&tuples->index);
}

uint64_t tuples_bytes(const Tuples *tuples)
{
    return tuples->at.cap * sizeof *tuples->at.at + index_bytes(&tuples->index);
}

/* ---- groups ---- */

static bool same_word(const PdsWord *a, const PdsWord *b)
{
    return a->len == b->len && (!a->len || memcmp(a->at, b->at, a->len * sizeof *a->at) == 0);
}

static bool interchangeable(const BoundModel *model, uint32_t a, uint32_t b)
{
    return model->classes[a] == model->classes[b] &&
           same_word(&model->stacks[a], &model->stacks[b]);
}

/* Puts the group of `leader` at the next places. */
static uint32_t place_group(Groups *groups, const BoundModel *model, bool symmetry, uint32_t leader,
                            uint32_t place, uint8_t *placed)
{
    uint32_t begin = place;
    for (uint32_t t = leader; t < model->threads; t++) {
        if (placed[t] || (t != leader && !(symmetry && interchangeable(model, leader, t))))
            continue;
        placed[t] = 1;
        groups->thread[place] = t;
        groups->class[place] = model->classes[t];
        groups->begin[place++] = begin;
    }
    for (uint32_t p = begin; p < place; p++)
        groups->end[p] = place;
    return place;
}

void groups_begin(Groups *groups, const BoundModel *model, bool symmetry)
{
    size_t bytes = (model->threads + 1) * sizeof(uint32_t);
    uint8_t *placed = memory_alloc(model->threads + 1);
    *groups = (Groups){model->threads, memory_alloc(bytes), memory_alloc(bytes),
                       memory_alloc(bytes), memory_alloc(bytes)};
    uint32_t place = 0;
    for (uint32_t t = 0; t < model->threads; t++)
        if (!placed[t])
            place = place_group(groups, model, symmetry, t, place, placed);
    assert(place == model->threads);
    memory_free(placed);
}

void groups_free(Groups *groups)
{
    memory_free(groups->thread);
    memory_free(groups->class);
    memory_free(groups->begin);
    memory_free(groups->end);
}

bool groups_are_sorted(const Groups *groups, const uint32_t *tuple)
{
    for (uint32_t place = 0; place < groups->threads; place++)
        if (place > groups->begin[place] && tuple[place] > tuple[place + 1])
            return false;
    return true;
}

uint32_t groups_replace(const Groups *groups, uint32_t *tuple, uint32_t place, uint32_t value)
{
    uint32_t *numbers = tuple + 1, begin = groups->begin[place], end = groups->end[place];
    hard_assert(groups_are_sorted(groups, tuple));
    for (; place + 1 < end && numbers[place + 1] < value; place++)
        numbers[place] = numbers[place + 1];
    for (; place > begin && numbers[place - 1] >= value; place--)
        numbers[place] = numbers[place - 1];
    numbers[place] = value;
    hard_assert(groups_are_sorted(groups, tuple));
    hard_assert(place == begin || numbers[place - 1] < value);
    return place;
}

void groups_sort(const Groups *groups, uint32_t *tuple)
{
    for (uint32_t place = 0; place < groups->threads; place++) {
        uint32_t value = tuple[place + 1], to = place;
        for (; to > groups->begin[place] && tuple[to] > value; to--)
            tuple[to + 1] = tuple[to];
        tuple[to + 1] = value;
    }
}

uint64_t groups_orbit(const Groups *groups, const uint32_t *tuple)
{
    unsigned __int128 orbit = 1;
    uint32_t same = 1;
    hard_assert(groups_are_sorted(groups, tuple));
    for (uint32_t place = 0; place < groups->threads; place++) {
        same = groups_repeats(groups, tuple, place) ? same + 1 : 1;
        orbit *= place - groups->begin[place] + 1;
        assert(orbit % same == 0); /* a product of binomials */
        orbit /= same;
        if (orbit > UINT64_MAX)
            return UINT64_MAX;
    }
    return (uint64_t)orbit;
}
