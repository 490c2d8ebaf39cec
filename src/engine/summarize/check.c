/* check.c -- what must be true of entries, edges and calls, for the hard build. */
#include "engine/summarize/internal.h"

/* The list holds edges of this kind and this entry only; how many. */
static size_t check_edges(const Summarizer *s, uint32_t list, EdgeKind kind, uint32_t entry)
{
    size_t len = 0;
    for (uint32_t e = list; e != NONE; e = s->edges.at[e].next, len++) {
        assert(s->edges.at[e].kind == kind && edge_entry(s, e) == entry);
        assert(len < s->edges.len);
    }
    return len;
}

/* The calls of an entry, and those that call it; how many. */
static size_t check_calls(const Summarizer *s, uint32_t entry)
{
    size_t len = 0;
    for (uint32_t c = entry_at(s, entry)->calls; c != NONE; c = s->calls.at[c].next, len++) {
        const Call *call = &s->calls.at[c];
        assert(edge_entry(s, call->edge) == entry);
        assert(s->edges.at[call->edge].kind == EDGE_CALL && s->edges.at[call->edge].next == c);
        /* (CFL SUM+) */
        const Entry *callee = entry_at(s, entry_at(s, call->callee)->model);
        assert(!(callee->facts & ~entry_at(s, entry)->facts));
    }
    for (uint32_t c = entry_at(s, entry)->callers; c != NONE; c = s->calls.at[c].next_caller)
        assert(s->calls.at[c].callee == entry);
    return len;
}

static size_t check_followers(const Summarizer *s, uint32_t model)
{
    size_t len = 0;
    for (uint32_t f = entry_at(s, model)->followers; f != NONE;
         f = entry_at(s, f)->follows, len++) {
        assert(entry_at(s, f)->model == model && f != model);
        assert(entry_at(s, f)->family == entry_at(s, model)->family);
        assert(share_agrees(s, f));
    }
    return len;
}

static void check_edge(const Summarizer *s, uint32_t edge)
{
    const Edge *e = &s->edges.at[edge];
    Progress progress;
    edge_part(s, edge, &progress);
    assert(e->parent == NONE ||
           (e->parent < edge && edge_entry(s, e->parent) == edge_entry(s, edge)));
    assert(e->via == NONE || (e->via < edge && s->edges.at[e->via].kind == EDGE_EXIT));
    assert(e->via == NONE || s->edges.at[e->parent].kind == EDGE_CALL);
    assert(!e->choices || e->choices + s->choices.at[e->choices] < s->choices.len);
    assert(edge >= s->taken || progress.called == (e->kind == EDGE_CALL));
    assert(!progress.both || !progress.committed);
}

void tables_check(Summarizer *s)
{
    size_t sums = 0, exits = 0, calls = 0, followers = 0, models = 0;
    assert(s->edges.len == s->paths.at.len && s->entries.len == records_count(&s->keys));
    for (uint32_t k = 0; k < s->entries.len; k++) {
        const Entry *e = entry_at(s, k);
        bool is_model = e->model == k;
        assert(entry_at(s, e->model)->model == e->model);
        assert(is_model ? edge_entry(s, e->start) == k : e->sums == NONE && e->calls == NONE);
        sums += check_edges(s, e->sums, EDGE_SUM, k);
        exits += check_edges(s, e->exits, EDGE_EXIT, k);
        calls += check_calls(s, k);
        followers += check_followers(s, k);
        models += is_model;
    }
    assert(followers + models == s->entries.len && calls == s->calls.len);
    for (uint32_t edge = 0; edge < s->edges.len; edge++) {
        check_edge(s, edge);
        sums -= s->edges.at[edge].kind == EDGE_SUM;
        exits -= s->edges.at[edge].kind == EDGE_EXIT;
    }
    assert(!sums && !exits);
    assert(s->arrivals.len == states_count(&s->states));
    for (uint32_t state = 1; state < s->arrivals.len; state++)
        assert(s->arrivals.at[state].parent < state && s->arrivals.at[state].hop < s->hops.len);
}
