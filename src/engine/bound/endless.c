/* endless.c -- see endless.h. */
#include "engine/bound/endless.h"

static uint32_t head(Pieces *p, uint32_t class, uint32_t control, uint32_t symbol)
{
    uint64_t words[2] = {class, control | (uint64_t)symbol << 32};
    return records_add(&p->heads, words, 2);
}

static uint32_t class_of(const Pieces *p, uint32_t at)
{
    return (uint32_t)records_get(&p->heads, at)[0];
}

void pieces_add(Pieces *p, uint32_t class, uint32_t control, uint32_t symbol, PdsRule rule,
                bool chosen)
{
    Piece piece = {.from = head(p, class, control, symbol), .kind = rule.kind, .chosen = chosen};
    assert((rule.kind == PDS_POP) == (rule.top == PDS_NONE));
    piece.control = rule.to;
    piece.behind = rule.below;
    if (rule.kind != PDS_POP)
        piece.to = head(p, class, rule.to, rule.top);
    vec_push(&p->all, piece);
    p->calls |= rule.kind == PDS_PUSH;
}

/* True: it is new. */
static bool add_return(Pieces *p, uint32_t at, uint32_t control)
{
    vec_each (uint32_t, known, &p->returns.at[at].controls)
        if (*known == control)
            return false;
    vec_push(&p->returns.at[at].controls, control);
    return true;
}

static bool pass_returns(Pieces *p, uint32_t from, uint32_t to)
{
    bool more = false;
    for (size_t k = 0; k < p->returns.at[from].controls.len; k++)
        more |= add_return(p, to, p->returns.at[from].controls.at[k]);
    return more;
}

/* The heads behind a call: where the callee may return to. */
static uint32_t behind(Pieces *p, const Piece *piece, size_t k)
{
    uint32_t control = p->returns.at[piece->to].controls.at[k];
    uint32_t at = head(p, class_of(p, piece->from), control, piece->behind);
    if (at >= p->returns.len)
        vec_resize(&p->returns, at + 1);
    return at;
}

static bool apply(Pieces *p, const Piece *piece)
{
    bool more = false;
    switch (piece->kind) {
    case PDS_POP:
        return add_return(p, piece->from, piece->control);
    case PDS_STEP:
        return pass_returns(p, piece->to, piece->from);
    case PDS_PUSH:
        for (size_t k = 0; k < p->returns.at[piece->to].controls.len; k++)
            more |= pass_returns(p, behind(p, piece, k), piece->from);
        return more;
    }
    return more;
}

static void add_edge(Pieces *p, uint32_t from, uint32_t to)
{
    vec_push(&p->from, from);
    vec_push(&p->to, to);
}

static void make_edges(Pieces *p)
{
    vec_each (Piece, piece, &p->all) {
        if (piece->chosen || piece->kind == PDS_POP)
            continue;
        add_edge(p, piece->from, piece->to);
        for (size_t k = 0; piece->kind == PDS_PUSH && k < p->returns.at[piece->to].controls.len;
             k++)
            add_edge(p, piece->from, behind(p, piece, k));
    }
}

/* Takes away edges to heads that lead nowhere, until all are gone or there is a circle. */
static bool has_circle(Pieces *p)
{
    VEC(uint32_t) leads = {0};
    size_t left = p->from.len;
    for (;;) {
        leads.len = 0;
        vec_resize(&leads, p->returns.len);
        for (size_t k = 0; k < left; k++)
            leads.at[p->from.at[k]]++;
        size_t kept = 0;
        for (size_t k = 0; k < left; k++)
            if (leads.at[p->to.at[k]]) {
                p->from.at[kept] = p->from.at[k];
                p->to.at[kept++] = p->to.at[k];
            }
        if (kept == left || !kept) {
            vec_free(&leads);
            return kept > 0;
        }
        left = kept;
    }
}

bool pieces_are_endless(Pieces *p)
{
    if (!p->calls)
        return false;
    vec_resize(&p->returns, records_count(&p->heads) + 1);
    for (bool more = true; more;) {
        more = false;
        vec_each (Piece, piece, &p->all)
            more |= apply(p, piece);
    }
    make_edges(p);
    assert(p->from.len == p->to.len && p->returns.len == records_count(&p->heads) + 1);
    return has_circle(p);
}

void pieces_free(Pieces *p)
{
    records_free(&p->heads);
    vec_free(&p->all);
    vec_each (Returns, returns, &p->returns)
        vec_free(&returns->controls);
    vec_free(&p->returns);
    vec_free(&p->from);
    vec_free(&p->to);
}
