/* automaton.c -- see automaton.h. */
#include "pds/automaton.h"

#include <stdlib.h>

uint32_t automaton_add_states(Automaton *automaton, uint32_t count)
{
    uint32_t first = automaton->states;
    automaton->states += count;
    vec_resize(&automaton->accepts, automaton->states);
    return first;
}

uint32_t automaton_add_language(Automaton *automaton, LangView view)
{
    uint32_t first = automaton_add_states(automaton, view.states);
    for (uint32_t s = 0; s < view.states; s++) {
        automaton->accepts.at[first + s] = lang_accepts(view, s);
        for (uint32_t e = lang_first_edge(view, s); e < lang_first_edge(view, s + 1); e++) {
            LangEdge edge = lang_edge(view, e);
            vec_push(&automaton->edges, ((Edge){first + s, edge.symbol, first + edge.to}));
        }
    }
    return first;
}

void automaton_clear(Automaton *automaton)
{
    automaton->states = 0;
    automaton->accepts.len = automaton->edges.len = automaton->roots.len = 0;
}

void automaton_free(Automaton *automaton)
{
    vec_free(&automaton->accepts);
    vec_free(&automaton->edges);
    vec_free(&automaton->roots);
}

/* ---- subsets ---- */

static int by_edge(const void *a, const void *b)
{
    const Edge *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->symbol != y->symbol)
        return x->symbol < y->symbol ? -1 : 1;
    return x->to < y->to ? -1 : x->to > y->to;
}

/* Sorts the edges by state, symbol and target, each once; true if no state has two with a symbol.
 */
static bool tidy(Automaton *automaton)
{
    Edge *at = automaton->edges.at;
    size_t len = 0;
    bool deterministic = true;
    if (automaton->edges.len)
        qsort(at, automaton->edges.len, sizeof *at, by_edge);
    for (size_t i = 0; i < automaton->edges.len; i++) {
        assert(at[i].from < automaton->states && at[i].to < automaton->states);
        bool same_head =
            len && at[len - 1].from == at[i].from && at[len - 1].symbol == at[i].symbol;
        if (same_head && at[len - 1].to == at[i].to)
            continue;
        deterministic &= !same_head;
        at[len++] = at[i];
    }
    automaton->edges.len = len;
    return deterministic;
}

/* Sorted, and no state has two edges with a symbol. */
static bool is_deterministic(const Automaton *automaton)
{
    const Edge *at = automaton->edges.at;
    for (size_t i = 1; i < automaton->edges.len; i++)
        if (at[i - 1].from > at[i].from ||
            (at[i - 1].from == at[i].from && at[i - 1].symbol >= at[i].symbol))
            return false;
    return true;
}

typedef struct Subsets {
    const Automaton *from; /* tidy */
    Automaton to;          /* state s is the set s + 1 */
    VEC(uint32_t) first;   /* state of `from` -> its first edge */
    Records sets;          /* of states of `from`, sorted */
    VEC(uint64_t) set;     /* scratch: the set that is being made */
    VEC(LangEdge) out;     /* scratch: the edges of a set */
} Subsets;

static uint32_t put_set(Subsets *x)
{
    uint32_t state = records_add(&x->sets, x->set.at, x->set.len) - 1;
    assert(x->set.len && state <= x->to.states);
    if (state == x->to.states) {
        automaton_add_states(&x->to, 1);
        for (size_t i = 0; i < x->set.len; i++)
            x->to.accepts.at[state] |= x->from->accepts.at[x->set.at[i]];
    }
    return state;
}

static int by_symbol(const void *a, const void *b)
{
    const LangEdge *x = a, *y = b;
    if (x->symbol != y->symbol)
        return x->symbol < y->symbol ? -1 : 1;
    return x->to < y->to ? -1 : x->to > y->to;
}

static void gather_out(Subsets *x, uint32_t state)
{
    const uint64_t *members = records_get(&x->sets, state + 1);
    uint32_t count = records_len(&x->sets, state + 1);
    x->out.len = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t e = x->first.at[members[i]]; e < x->first.at[members[i] + 1]; e++) {
            const Edge *edge = &x->from->edges.at[e];
            vec_push(&x->out, ((LangEdge){edge->symbol, edge->to}));
        }
    if (count > 1 && x->out.len)
        qsort(x->out.at, x->out.len, sizeof *x->out.at, by_symbol);
}

static void expand_set(Subsets *x, uint32_t state)
{
    gather_out(x, state);
    for (size_t i = 0; i < x->out.len;) {
        uint32_t symbol = x->out.at[i].symbol;
        x->set.len = 0;
        for (; i < x->out.len && x->out.at[i].symbol == symbol; i++)
            if (!x->set.len || vec_last(&x->set) != x->out.at[i].to)
                vec_push(&x->set, x->out.at[i].to);
        uint32_t to = put_set(x);
        vec_push(&x->to.edges, ((Edge){state, symbol, to}));
    }
}

/* Makes the automaton deterministic; its edges stay sorted. */
static void determinise(Automaton *automaton)
{
    Subsets x = {.from = automaton};
    vec_resize(&x.first, automaton->states + 1);
    vec_each (Edge, edge, &automaton->edges)
        x.first.at[edge->from + 1]++;
    for (uint32_t s = 0; s < automaton->states; s++)
        x.first.at[s + 1] += x.first.at[s];
    vec_each (uint32_t, root, &automaton->roots) {
        x.set.len = 0;
        vec_push(&x.set, *root);
        vec_push(&x.to.roots, put_set(&x));
    }
    for (uint32_t s = 0; s < x.to.states; s++)
        expand_set(&x, s);
    automaton_free(automaton);
    *automaton = x.to;
    vec_free(&x.first);
    vec_free(&x.set);
    vec_free(&x.out);
    records_free(&x.sets);
}

/* ---- the canonical form ---- */

typedef struct Canon {
    const Automaton *automaton; /* deterministic and tidy */
    const uint32_t *class_of;
    uint32_t *first; /* class -> the first edge of one of its states */
    uint32_t *past;
    uint8_t *accepts; /* class -> does it */
    uint32_t *name;   /* class -> its number in the language at hand, or PDS_NONE */
    VEC(uint32_t) order;
    VEC(uint64_t) words, edges;
} Canon;

static void find_members(Canon *c)
{
    const Automaton *a = c->automaton;
    for (uint32_t s = 0; s < a->states; s++)
        if (c->class_of[s] != PDS_NONE)
            c->accepts[c->class_of[s]] = a->accepts.at[s];
    for (size_t e = a->edges.len; e-- > 0;) {
        uint32_t from = a->edges.at[e].from, class = c->class_of[from];
        if (class == PDS_NONE)
            continue;
        c->first[class] = (uint32_t)e;
        if (e + 1 == a->edges.len || a->edges.at[e + 1].from != from)
            c->past[class] = (uint32_t)e + 1;
    }
}

static uint32_t name_class(Canon *c, uint32_t class)
{
    if (c->name[class] == PDS_NONE) {
        c->name[class] = (uint32_t)c->order.len;
        vec_push(&c->order, class);
    }
    return c->name[class];
}

static LangId intern_class(Canon *c, Langs *langs, uint32_t start)
{
    c->order.len = c->words.len = c->edges.len = 0;
    vec_push(&c->words, 0);
    name_class(c, start);
    for (size_t i = 0; i < c->order.len; i++) {
        uint32_t class = c->order.at[i];
        vec_push(&c->words, (uint64_t)c->edges.len << 1 | c->accepts[class]);
        for (uint32_t e = c->first[class]; e < c->past[class]; e++) {
            const Edge *edge = &c->automaton->edges.at[e];
            if (c->class_of[edge->to] != PDS_NONE)
                vec_push(&c->edges,
                         (uint64_t)edge->symbol << 32 | name_class(c, c->class_of[edge->to]));
        }
    }
    c->words.at[0] = (uint64_t)c->order.len << 32 | c->edges.len;
    vec_each (uint64_t, edge, &c->edges)
        vec_push(&c->words, *edge);
    vec_each (uint32_t, class, &c->order)
        c->name[*class] = PDS_NONE;
    LangId lang = records_add(&langs->records, c->words.at, c->words.len);
    if (HARD_CHECKS)
        language_check(language_get(langs, lang));
    return lang;
}

void automaton_languages(Automaton *automaton, Langs *langs, LangId *out)
{
    if (!tidy(automaton))
        determinise(automaton);
    hard_assert(is_deterministic(automaton));
    Arena arena = {0};
    uint32_t *class_of = arena_array(&arena, uint32_t, automaton->states + 1);
    uint32_t classes = automaton_classes(automaton, class_of);
    Canon c = {.automaton = automaton, .class_of = class_of};
    c.first = arena_array(&arena, uint32_t, classes + 1);
    c.past = arena_array(&arena, uint32_t, classes + 1);
    c.accepts = arena_alloc(&arena, classes + 1);
    c.name = arena_array(&arena, uint32_t, classes + 1);
    LangId *known = arena_array(&arena, LangId, classes + 1);
    memset(c.name, 0xff, classes * sizeof *c.name);
    find_members(&c);
    for (size_t i = 0; i < automaton->roots.len; i++) {
        uint32_t class = class_of[automaton->roots.at[i]];
        assert(class == PDS_NONE || class < classes);
        if (class != PDS_NONE && !known[class])
            known[class] = intern_class(&c, langs, class);
        out[i] = class == PDS_NONE ? LANG_EMPTY : known[class];
    }
    vec_free(&c.order);
    vec_free(&c.words);
    vec_free(&c.edges);
    arena_free(&arena);
}
