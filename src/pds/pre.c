/* pre.c -- pre*, see saturate.h.
 *
 *   <p, a> -> <p', empty>:   p -a-> p'                                         begin
 *   <p, a> -> <p', b>,   p' -b-> q:          p -a-> q                          saturate
 *   <p, a> -> <p', b c>, p' -b-> r -c-> q:   p -a-> q;  once p' -b-> r is there, this is the step
 *                                            rule <p, a> -> <r, c>             add_step */
#include <stdlib.h>

#include "pds/saturate.h"

/* A rule that waits for a transition with its right side's state and top. */
typedef struct Waiting {
    uint32_t from, symbol; /* its left side */
    uint32_t below;        /* of a push; PDS_NONE: a step */
    uint32_t next;
} Waiting;

typedef struct Pre {
    Langs *langs;
    Pairs nodes; /* control p: (p, PDS_NONE); of a target's language: (target, state) */
    Pairs heads; /* (node, symbol) */
    Pairs known; /* (head, node): the transitions */
    VEC(uint32_t) waiting, present; /* head -> Waiting; head -> transition: heads of lists */
    VEC(Waiting) rules;
    VEC(uint32_t) next; /* transition -> another one with its head */
    VEC(uint8_t) accepts;
} Pre;

static uint32_t node(Pre *x, uint32_t left, uint32_t right)
{
    bool is_new;
    uint32_t id = pairs_add(&x->nodes, left, right, &is_new);
    if (is_new)
        vec_push(&x->accepts, 0);
    return id;
}

static uint32_t head(Pre *x, uint32_t from, uint32_t symbol)
{
    bool is_new;
    uint32_t id = pairs_add(&x->heads, from, symbol, &is_new);
    if (is_new) {
        vec_push(&x->waiting, PDS_NONE);
        vec_push(&x->present, PDS_NONE);
    }
    return id;
}

static void add(Pre *x, uint32_t from, uint32_t symbol, uint32_t to)
{
    bool is_new;
    uint32_t h = head(x, from, symbol), id = pairs_add(&x->known, h, to, &is_new);
    if (!is_new)
        return;
    assert(id == x->next.len && to < x->accepts.len);
    vec_push(&x->next, x->present.at[h]);
    x->present.at[h] = id;
}

static void wait_for(Pre *x, uint32_t h, Waiting rule)
{
    rule.next = x->waiting.at[h];
    x->waiting.at[h] = (uint32_t)x->rules.len;
    vec_push(&x->rules, rule);
}

static void add_step(Pre *x, Waiting rule, uint32_t to, uint32_t symbol)
{
    uint32_t h = head(x, to, symbol);
    for (uint32_t w = x->waiting.at[h]; w != PDS_NONE; w = x->rules.at[w].next)
        if (x->rules.at[w].from == rule.from && x->rules.at[w].symbol == rule.symbol &&
            x->rules.at[w].below == PDS_NONE)
            return;
    wait_for(x, h, (Waiting){rule.from, rule.symbol, PDS_NONE, PDS_NONE});
    for (uint32_t t = x->present.at[h]; t != PDS_NONE; t = x->next.at[t])
        add(x, rule.from, rule.symbol, pairs_right(&x->known, t));
}

static void saturate(Pre *x)
{
    for (uint32_t t = 0; t < x->next.len; t++) {
        uint32_t h = pairs_left(&x->known, t), to = pairs_right(&x->known, t);
        assert(h < x->waiting.len);
        for (uint32_t w = x->waiting.at[h]; w != PDS_NONE; w = x->rules.at[w].next) {
            Waiting rule = x->rules.at[w];
            if (rule.below == PDS_NONE)
                add(x, rule.from, rule.symbol, to);
            else
                add_step(x, rule, to, rule.below);
        }
    }
}

/* A walker, see base/check.h: what the rules that wait for a transition make of it is there. */
static void check_saturated(Pre *x)
{
    size_t present = 0, count = x->known.at.len;
    for (uint32_t h = 0; h < x->present.len; h++)
        for (uint32_t t = x->present.at[h]; t != PDS_NONE; t = x->next.at[t], present++) {
            assert(pairs_left(&x->known, t) == h);
            for (uint32_t w = x->waiting.at[h]; w != PDS_NONE; w = x->rules.at[w].next) {
                Waiting rule = x->rules.at[w];
                bool is_new = false;
                if (rule.below == PDS_NONE)
                    pairs_add(&x->known, head(x, rule.from, rule.symbol), pairs_right(&x->known, t),
                              &is_new);
                assert(!is_new);
            }
        }
    assert(present == count && x->known.at.len == count);
}

static void begin(Pre *x, const FullRule *rules, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        PdsRule right = rules[i].right;
        uint32_t from = node(x, rules[i].from, PDS_NONE), to = node(x, right.to, PDS_NONE);
        if (right.kind == PDS_POP)
            add(x, from, rules[i].symbol, to);
        else
            wait_for(x, head(x, to, right.top),
                     (Waiting){from, rules[i].symbol, right.below, PDS_NONE});
    }
}

static void give_target(Pre *x, uint32_t number, Configs target)
{
    LangView view = language_get(x->langs, target.stacks);
    uint32_t p = node(x, target.state, PDS_NONE);
    x->accepts.at[p] |= view.states && lang_accepts(view, 0);
    for (uint32_t s = 0; s < view.states; s++) {
        uint32_t from = node(x, number, s);
        x->accepts.at[from] = lang_accepts(view, s);
        for (uint32_t e = lang_first_edge(view, s); e < lang_first_edge(view, s + 1); e++) {
            LangEdge edge = lang_edge(view, e);
            uint32_t to = node(x, number, edge.to);
            add(x, from, edge.symbol, to);
            if (s == 0)
                add(x, p, edge.symbol, to);
        }
    }
}

static int by_state(const void *a, const void *b)
{
    const Configs *x = a, *y = b;
    return x->state < y->state ? -1 : x->state > y->state;
}

static void read_languages(Pre *x, ConfigSet *out)
{
    Automaton automaton = {0};
    uint32_t count = (uint32_t)x->accepts.len;
    automaton_add_states(&automaton, count);
    memcpy(automaton.accepts.at, x->accepts.at, count);
    for (uint32_t t = 0; t < x->next.len; t++) {
        uint32_t h = pairs_left(&x->known, t);
        Edge edge = {pairs_left(&x->heads, h), pairs_right(&x->heads, h),
                     pairs_right(&x->known, t)};
        vec_push(&automaton.edges, edge);
    }
    VEC(uint32_t) states = {0};
    for (uint32_t id = 0; id < count; id++)
        if (pairs_right(&x->nodes, id) == PDS_NONE) {
            vec_push(&automaton.roots, id);
            vec_push(&states, pairs_left(&x->nodes, id));
        }
    LangId *langs = memory_alloc((states.len + 1) * sizeof *langs);
    automaton_languages(&automaton, x->langs, langs);
    size_t first = out->len;
    for (size_t i = 0; i < states.len; i++)
        if (langs[i] != LANG_EMPTY)
            vec_push(out, ((Configs){states.at[i], langs[i]}));
    if (out->len > first)
        qsort(out->at + first, out->len - first, sizeof *out->at, by_state);
    memory_free(langs);
    vec_free(&states);
    automaton_free(&automaton);
}

void pre_star(Langs *langs, const FullRule *rules, size_t count, const Configs *targets,
              size_t target_count, ConfigSet *out)
{
    Pre x = {.langs = langs};
    begin(&x, rules, count);
    for (size_t i = 0; i < target_count; i++)
        give_target(&x, (uint32_t)i, targets[i]);
    saturate(&x);
    if (HARD_CHECKS)
        check_saturated(&x);
    if (x.accepts.len)
        read_languages(&x, out);
    pairs_free(&x.nodes);
    pairs_free(&x.heads);
    pairs_free(&x.known);
    vec_free(&x.waiting);
    vec_free(&x.present);
    vec_free(&x.rules);
    vec_free(&x.next);
    vec_free(&x.accepts);
}
