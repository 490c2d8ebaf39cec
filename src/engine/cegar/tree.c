/* tree.c -- what becomes of predicates: asked of the solver, for each combination of what is known.
 *
 * The most precise abstraction of an assignment over few facts: at a leaf the new values are known; where
 * several are possible they are chosen one after the other, each as those before it allow.  Facts that
 * cannot be together lead nowhere. */
#include "engine/cegar/internal.h"

typedef struct Grow {
    Cegar *c;
    const Facts *facts;
    const Term *news;
    size_t count;
    Arena *arena;
    TermList assumed;
    bool *values; /* of the new ones that are known */
    bool *known;
} Grow;

static bool can_be(Grow *g, Term formula)
{
    vec_push(&g->assumed, formula);
    SolverAnswer answer = term_is_false(&g->c->terms, formula)
                              ? SOLVER_UNSAT
                              : cegar_ask(g->c, g->assumed.at, g->assumed.len);
    g->assumed.len--;
    return answer != SOLVER_UNSAT;
}

static CaseTree *make(Grow *g, CaseTree tree)
{
    CaseTree *made = arena_new(g->arena, CaseTree);
    *made = tree;
    return made;
}

static const CaseTree *leaf(Grow *g)
{
    bool *values = arena_array(g->arena, bool, g->count + 1);
    memcpy(values, g->values, g->count * sizeof *values);
    return make(g, (CaseTree){.kind = TREE_LEAF, .values = values});
}

static bool same_tree(const Grow *g, const CaseTree *a, const CaseTree *b)
{
    if (a == b)
        return true;
    if (a->kind != b->kind)
        return false;
    if (a->kind == TREE_LEAF)
        return memcmp(a->values, b->values, g->count * sizeof *a->values) == 0;
    return a->kind == TREE_NEVER ||
           (a->which == b->which && same_tree(g, a->yes, b->yes) && same_tree(g, a->no, b->no));
}

/* Which of the new ones are the same in all cases?  True: all. */
static bool find_known(Grow *g, bool *found)
{
    bool all = true;
    for (size_t k = 0; k < g->count; k++) {
        if (g->known[k])
            continue;
        Term no = term_not(&g->c->terms, g->news[k]);
        bool may = can_be(g, g->news[k]), may_not = can_be(g, no);
        found[k] = may != may_not;
        g->known[k] = found[k];
        g->values[k] = may;
        all &= found[k];
    }
    return all;
}

static void forget(Grow *g, const bool *found)
{
    for (size_t k = 0; k < g->count; k++)
        g->known[k] &= !found[k];
}

static const CaseTree *choose(Grow *g, size_t next);

static const CaseTree *choose_value(Grow *g, size_t k, bool value)
{
    Term term = value ? g->news[k] : term_not(&g->c->terms, g->news[k]);
    const CaseTree *tree = NULL;
    if (can_be(g, term)) {
        vec_push(&g->assumed, term);
        g->values[k] = value;
        size_t assumed = g->assumed.len;
        tree = choose(g, k + 1);
        assert(g->assumed.len == assumed);
        g->assumed.len--;
    }
    return tree;
}

/* The facts are not enough: one after the other. */
static const CaseTree *choose(Grow *g, size_t next)
{
    while (next < g->count && g->known[next])
        next++;
    assert(next <= g->count);
    if (next == g->count)
        return leaf(g);
    const CaseTree *yes = choose_value(g, next, true), *no = choose_value(g, next, false);
    if (!yes && !no)
        return make(g, (CaseTree){.kind = TREE_NEVER});
    if (!yes || !no)
        return yes ? yes : no;
    return make(g, (CaseTree){.kind = TREE_CHOOSE, .which = (uint32_t)next, .yes = yes, .no = no});
}

static const CaseTree *grow(Grow *g, size_t next);

static const CaseTree *grow_child(Grow *g, size_t fact, bool value)
{
    Term holds = g->facts->at[fact].holds;
    vec_push(&g->assumed, value ? holds : term_not(&g->c->terms, holds));
    size_t assumed = g->assumed.len;
    const CaseTree *tree = grow(g, fact + 1);
    assert(g->assumed.len == assumed); /* who assumes something takes it back */
    g->assumed.len--;
    return tree;
}

static const CaseTree *grow(Grow *g, size_t next)
{
    bool *found = arena_array(g->arena, bool, g->count + 1);
    const CaseTree *tree;
    Terms *terms = &g->c->terms;
    if (g->c->gave_up || find_known(g, found)) {
        tree = leaf(g);
    } else if (next == g->facts->len) {
        tree = choose(g, 0);
    } else {
        Term holds = g->facts->at[next].holds;
        bool may = can_be(g, holds), may_not = can_be(g, term_not(terms, holds));
        const CaseTree *yes = may ? grow_child(g, next, true) : NULL;
        const CaseTree *no = may_not ? grow_child(g, next, false) : NULL;
        if (!yes && !no)
            tree = make(g, (CaseTree){.kind = TREE_NEVER});
        else if (!yes || !no || same_tree(g, yes, no))
            tree = yes ? yes : no;
        else
            tree = make(
                g, (CaseTree){.kind = TREE_ASK, .which = (uint32_t)next, .yes = yes, .no = no});
    }
    forget(g, found);
    return tree;
}

/* ---- those that were made before ---- */

typedef struct TreeEntry {
    uint64_t hash;
    const uint32_t *key;
    size_t len;
    const CaseTree *tree;
} TreeEntry;
struct TreeTable {
    VEC(TreeEntry) entries;
    VEC(uint32_t) slots; /* entry plus one; 0: free */
};

static uint64_t hash_key(const uint32_t *key, size_t len)
{
    uint64_t hash = 1469598103934665603u;
    for (size_t k = 0; k < len; k++)
        hash = (hash ^ key[k]) * 1099511628211u;
    return hash ^ hash >> 32;
}

static TreeEntry *find_entry(TreeTable *t, const uint32_t *key, size_t len)
{
    uint64_t hash = hash_key(key, len);
    size_t mask = t->slots.len - 1;
    for (size_t at = hash & mask; t->slots.len && t->slots.at[at]; at = (at + 1) & mask) {
        TreeEntry *entry = &t->entries.at[t->slots.at[at] - 1];
        if (entry->hash == hash && entry->len == len &&
            memcmp(entry->key, key, len * sizeof *key) == 0)
            return entry;
    }
    return NULL;
}

static void place(TreeTable *t, uint32_t entry)
{
    size_t mask = t->slots.len - 1, at = t->entries.at[entry].hash & mask;
    assert(t->entries.len < t->slots.len && !(t->slots.len & mask)); /* one is free */
    while (t->slots.at[at])
        at = (at + 1) & mask;
    t->slots.at[at] = entry + 1;
}

static void add_entry(TreeTable *t, const uint32_t *key, size_t len, const CaseTree *tree,
                      Arena *arena)
{
    uint32_t *own = arena_array(arena, uint32_t, len + 1);
    memcpy(own, key, len * sizeof *key);
    vec_push(&t->entries, ((TreeEntry){hash_key(key, len), own, len, tree}));
    if (2 * t->entries.len < t->slots.len) {
        place(t, (uint32_t)t->entries.len - 1);
        return;
    }
    size_t size = t->slots.len ? 2 * t->slots.len : 64;
    t->slots.len = 0;
    vec_resize(&t->slots, size);
    for (uint32_t k = 0; k < t->entries.len; k++)
        place(t, k);
}

void trees_free(Cegar *c)
{
    if (!c->trees)
        return;
    vec_free(&c->trees->entries);
    vec_free(&c->trees->slots);
    memory_free(c->trees);
}

const CaseTree *tree_make(Cegar *c, Term given, const Facts *facts, const Term *news, size_t count)
{
    Grow g = {.c = c, .facts = facts, .news = news, .count = count, .arena = &c->arena};
    VEC(uint32_t) key = {0};
    if (!c->trees)
        c->trees = memory_alloc(sizeof *c->trees);
    vec_push(&key, given.ix);
    vec_push(&key, (uint32_t)facts->len);
    vec_each (Fact, fact, facts)
        vec_push(&key, fact->holds.ix);
    for (size_t k = 0; k < count; k++)
        vec_push(&key, news[k].ix);
    const TreeEntry *known = find_entry(c->trees, key.at, key.len);
    const CaseTree *tree = known ? known->tree : NULL;
    if (!tree) {
        g.values = arena_array(g.arena, bool, count + 1);
        g.known = arena_array(g.arena, bool, count + 1);
        if (given.ix)
            vec_push(&g.assumed, given);
        tree = grow(&g, 0);
        assert(tree && g.assumed.len == (given.ix ? 1 : 0));
        vec_free(&g.assumed);
        if (!c->gave_up)
            add_entry(c->trees, key.at, key.len, tree, &c->arena);
    }
    vec_free(&key);
    return tree;
}
