/* tables.c -- nodes, entries and edges. */
#include "engine/summarize/internal.h"

/* Progress.split is rare: it has a word of its own. */
static uint32_t words_of(Progress progress)
{
    return progress.split ? 4 : 3;
}

static uint32_t node_add(Summarizer *s, const Part *part, Progress progress)
{
    uint64_t words[4] = {part->g.ix | (uint64_t)part->l.ix << 32,
                         part->s.ix | (uint64_t)part->forks.ix << 32, progress_pack(progress),
                         progress.split};
    return records_add(&s->nodes, words, words_of(progress));
}

Part edge_part(const Summarizer *s, uint32_t edge, Progress *progress)
{
    uint32_t node = pairs_right(&s->paths, edge);
    const uint64_t *words = records_get(&s->nodes, node);
    *progress = progress_unpack(words[2]);
    progress->split = records_len(&s->nodes, node) > 3 ? (uint32_t)words[3] : 0;
    return (Part){{(uint32_t)words[0]},
                  {(uint32_t)(words[0] >> 32)},
                  {(uint32_t)words[1]},
                  {(uint32_t)(words[1] >> 32)}};
}

uint32_t edge_add(Summarizer *s, uint32_t entry, const Part *part, Progress progress, Edge how)
{
    bool is_new;
    progress.gave_up = false;
    uint32_t node = node_add(s, part, progress);
    uint32_t edge = pairs_add(&s->paths, entry, node, &is_new);
    if (is_new) {
        assert(edge == s->edges.len && entry_at(s, entry)->model == entry);
        assert(how.parent == NONE || edge_entry(s, how.parent) == entry);
        assert(how.via == NONE || s->edges.at[how.via].kind == EDGE_EXIT);
        how.next = NONE;
        vec_push(&s->edges, how);
    }
    if (how.parent != NONE && progress.committed && !progress.alone)
        vec_push(&s->flow, ((Flow){how.parent, edge}));
    if (how.same)
        vec_push(&s->mid_flow, ((Flow){how.parent, edge}));
    return edge;
}

uint32_t entry_add(Summarizer *s, Tid tid, const Part *part, Progress progress, Origin from)
{
    progress.called = progress.gave_up = false;
    uint64_t packed = progress_pack(progress);
    uint64_t words[4] = {tid.ix | (uint64_t)part->g.ix << 32,
                         part->l.ix | (uint64_t)part->s.ix << 32, packed, progress.split};
    uint32_t entry = records_add(&s->keys, words, words_of(progress)) - 1;
    if (entry < s->entries.len)
        return entry;
    assert(entry == s->entries.len);
    Entry new = {.tid = tid,
                 .g = part->g,
                 .l = part->l,
                 .s = part->s,
                 .progress = packed,
                 .split = progress.split,
                 .model = NONE,
                 .sums = NONE,
                 .exits = NONE,
                 .calls = NONE,
                 .callers = NONE,
                 .followers = NONE,
                 .follows = NONE,
                 .from = from};
    vec_push(&s->entries, new);
    share_resolve(s, entry);
    return entry;
}

void tables_free(Summarizer *s)
{
    records_free(&s->nodes);
    records_free(&s->keys);
    vec_free(&s->entries);
    pairs_free(&s->paths);
    vec_free(&s->edges);
    vec_free(&s->calls);
    vec_free(&s->choices);
    records_free(&s->families);
    vec_each (Family, family, &s->family) {
        vec_free(&family->shapes);
        vec_free(&family->counts);
    }
    vec_free(&s->family);
    records_free(&s->shapes);
    index_free(&s->models);
    vec_free(&s->written);
    vec_free(&s->seen);
    vec_free(&s->splits);
    vec_free(&s->growing);
    vec_free(&s->leaving);
    vec_free(&s->learning);
    vec_free(&s->scratch);
    vec_free(&s->flow);
    vec_free(&s->mid_flow);
    records_free(&s->visits);
    vec_free(&s->visited);
    states_free(&s->states);
    vec_free(&s->arrivals);
    vec_free(&s->hops);
}

uint64_t tables_bytes(const Summarizer *s)
{
    return pairs_bytes(&s->paths) + s->edges.cap * sizeof *s->edges.at + records_bytes(&s->nodes) +
           s->calls.cap * sizeof *s->calls.at + s->choices.cap * sizeof *s->choices.at +
           records_bytes(&s->keys) + s->entries.cap * sizeof *s->entries.at +
           records_bytes(&s->families) + records_bytes(&s->shapes) + index_bytes(&s->models);
}
