/* intern_save.c -- see intern_save.h.  Indexes are not saved: they are made anew. */
#include "base/intern_save.h"

#include "base/intern_keys.h"
#include "base/intern_share.h"

static void misfit(Saver *saver)
{
    if (!saver->why)
        saver->why = "what it has does not fit together";
}

static void load_records(Records *records, Saver *saver, uint32_t count)
{
    VEC(uint32_t) lens = {0};
    VEC(uint64_t) words = {0};
    vec_resize(&lens, count);
    save_bytes(saver, lens.at, count * sizeof *lens.at);
    for (uint32_t k = 0; k < count && !saver->why; k++) {
        vec_reserve(&words, lens.at[k] + (size_t)1);
        save_bytes(saver, words.at, lens.at[k] * sizeof *words.at);
        if (!saver->why && records_add(records, words.at, lens.at[k]) != k + 1)
            misfit(saver);
    }
    vec_free(&lens);
    vec_free(&words);
}

void records_save(Records *records, Saver *saver)
{
    if (records->joint.with)
        records_recount(records);
    uint32_t count = (uint32_t)save_length(saver, records_count(records), sizeof(uint32_t));
    if (saver->loads) {
        load_records(records, saver, count);
        return;
    }
    if (count)
        save_bytes(saver, records->words.at + 1, count * sizeof *records->words.at);
    for (uint32_t id = 1; id <= count; id++)
        save_bytes(saver, (void *)records_get(records, id),
                   records_len(records, id) * sizeof(uint64_t));
}

void pairs_save(Pairs *pairs, Saver *saver)
{
    bool is_new;
    if (pairs->joint.with)
        pairs_recount(pairs);
    uint64_t count = save_length(saver, pairs->at.len, sizeof *pairs->at.at);
    if (!saver->loads)
        save_bytes(saver, pairs->at.at, count * sizeof *pairs->at.at);
    for (uint64_t k = 0; k < count && saver->loads && !saver->why; k++) {
        uint64_t pair = save_number(saver, 0);
        if (!saver->why && pairs_add(pairs, (uint32_t)(pair >> 32), (uint32_t)pair, &is_new) != k)
            misfit(saver);
    }
}

void tree_save(Tree *tree, Saver *saver)
{
    for (unsigned h = 1; h < TREE_LEVELS; h++) {
        Quads *quads = &tree->level[h];
        if (quads->joint.with)
            quads->at.len = quads->joint.with->len;
        uint64_t count = save_length(saver, quads->at.len, sizeof(Quad));
        if (!saver->loads)
            save_bytes(saver, quads->at.at, count * sizeof(Quad));
        for (uint64_t k = 0; k < count && saver->loads && !saver->why; k++) {
            Quad quad;
            save_value(saver, quad);
            if (!saver->why && tree_put(tree, h, quad) != k + 1)
                misfit(saver);
        }
    }
}
