/* buchi.c -- from a formula to an automaton: the tableau of Gerth, Peled, Vardi and Wolper, "Simple on-the-fly
 * automatic verification of linear temporal logic" (PSTV 1995).
 *
 * A state promises formulas (a bit for each): `old` for the word from here on, `next` for the word behind the first
 * letter.  What `next` promises is taken apart into literals and promises in all ways: these are the successors.
 * Each `a U b` makes a set of states: those that do not promise it, or promise b. */
#include "ltl/ltl.h"

#include <assert.h>

enum { MOST_STATES = 20000 };

typedef struct Tableau {
    Buchi *buchi;
    const Ltl *ltl;
    VEC(uint32_t) found; /* states, by the call of cover */
    uint8_t index[4096]; /* node -> its bit, plus one */
    uint32_t nodes[LTL_MOST];
    uint32_t count;
    bool too_many;
} Tableau;

typedef struct Promise {
    uint64_t todo, old, next;
} Promise;

static uint64_t bit_of(const Tableau *t, uint32_t node)
{
    assert(t->index[node] && t->nodes[t->index[node] - 1] == node);
    return (uint64_t)1 << (t->index[node] - 1);
}

static bool number_nodes(Tableau *t, uint32_t node)
{
    const LtlNode *n = &t->ltl->nodes.at[node];
    if (node >= sizeof t->index)
        return false;
    if (t->index[node])
        return true;
    if (n->kind >= LTL_AND && !number_nodes(t, n->a))
        return false;
    if (n->kind >= LTL_AND && n->kind != LTL_NEXT && !number_nodes(t, n->b))
        return false;
    if (t->count == LTL_MOST)
        return false;
    t->nodes[t->count] = node;
    t->index[node] = (uint8_t)++t->count;
    return true;
}

/* Atoms that are promised; those of which the contrary is. */
static void literals(const Tableau *t, uint64_t old, uint64_t *yes, uint64_t *no)
{
    *yes = *no = 0;
    for (uint32_t k = 0; k < t->count; k++) {
        const LtlNode *n = &t->ltl->nodes.at[t->nodes[k]];
        if (!(old >> k & 1))
            continue;
        if (n->kind == LTL_ATOM)
            *yes |= (uint64_t)1 << n->a;
        assert(n->kind != LTL_NOT || t->ltl->nodes.at[n->a].kind == LTL_ATOM);
        if (n->kind == LTL_NOT)
            *no |= (uint64_t)1 << t->ltl->nodes.at[n->a].a;
    }
}

/* Sets are numbered as their formulas are. */
static uint64_t sets_of(const Tableau *t, uint64_t old)
{
    uint64_t sets = 0;
    for (uint32_t k = 0; k < t->count; k++) {
        const LtlNode *n = &t->ltl->nodes.at[t->nodes[k]];
        if (n->kind == LTL_UNTIL && (!(old >> k & 1) || old & bit_of(t, n->b)))
            sets |= (uint64_t)1 << k;
    }
    return sets;
}

static void add_state(Tableau *t, const Promise *p)
{
    Buchi *buchi = t->buchi;
    uint32_t id = 0;
    assert(!p->todo);
    while (id < buchi->states.len &&
           (buchi->states.at[id].old != p->old || buchi->states.at[id].next != p->next))
        id++;
    vec_each (uint32_t, other, &t->found)
        if (*other == id)
            return;
    if (id == buchi->states.len) {
        BuchiState state = {.old = p->old, .next = p->next, .sets = sets_of(t, p->old)};
        literals(t, p->old, &state.yes, &state.no);
        vec_push(&buchi->states, state);
        t->too_many |= id >= MOST_STATES;
    }
    vec_push(&t->found, id);
}

static void cover(Tableau *t, Promise p);

/* With another promise, unless it is kept already. */
static void cover_with(Tableau *t, Promise p, uint64_t todo, uint64_t next)
{
    p.todo |= todo & ~p.old;
    p.next |= next;
    cover(t, p);
}

/* Takes apart what is to be done.  (Each call has one formula less that is not in `old`.) */
static void cover(Tableau *t, Promise p)
{
    uint64_t yes, no;
    if (t->too_many)
        return;
    if (!p.todo) {
        literals(t, p.old, &yes, &no);
        if (!(yes & no))
            add_state(t, &p);
        return;
    }
    uint32_t k = (uint32_t)__builtin_ctzll(p.todo);
    uint64_t self = (uint64_t)1 << k;
    const LtlNode *n = &t->ltl->nodes.at[t->nodes[k]];
    assert(k < t->count && !(p.old & self));
    p.todo &= ~self;
    p.old |= self;
    switch (n->kind) {
    case LTL_FALSE:
        return;
    case LTL_TRUE:
    case LTL_ATOM:
    case LTL_NOT:
        cover(t, p);
        return;
    case LTL_AND:
        cover_with(t, p, bit_of(t, n->a) | bit_of(t, n->b), 0);
        return;
    case LTL_NEXT:
        cover_with(t, p, 0, bit_of(t, n->a));
        return;
    case LTL_OR:
        cover_with(t, p, bit_of(t, n->a), 0);
        cover_with(t, p, bit_of(t, n->b), 0);
        return;
    case LTL_UNTIL:
        cover_with(t, p, bit_of(t, n->b), 0);
        cover_with(t, p, bit_of(t, n->a), self);
        return;
    case LTL_RELEASE:
        cover_with(t, p, bit_of(t, n->a) | bit_of(t, n->b), 0);
        cover_with(t, p, bit_of(t, n->b), self);
        return;
    }
}

bool buchi_make(Buchi *buchi, const Ltl *ltl, uint32_t node)
{
    Tableau t = {.buchi = buchi, .ltl = ltl};
    if (!number_nodes(&t, node))
        return false;
    cover(&t, (Promise){.todo = bit_of(&t, node)});
    vec_each (uint32_t, id, &t.found)
        vec_push(&buchi->initial, *id);
    for (uint32_t id = 0; id < buchi->states.len && !t.too_many; id++) {
        t.found.len = 0;
        cover(&t, (Promise){.todo = buchi->states.at[id].next});
        buchi->states.at[id].first = (uint32_t)buchi->to.len;
        vec_each (uint32_t, to, &t.found)
            vec_push(&buchi->to, *to);
        buchi->states.at[id].end = (uint32_t)buchi->to.len;
    }
    for (uint32_t k = 0; k < t.count; k++)
        if (ltl->nodes.at[t.nodes[k]].kind == LTL_UNTIL)
            buchi->sets |= (uint64_t)1 << k;
    vec_free(&t.found);
    return !t.too_many;
}

void buchi_free(Buchi *buchi)
{
    vec_free(&buchi->states);
    vec_free(&buchi->to);
    vec_free(&buchi->initial);
}
