/* post.c -- post*, see saturate.h.
 *
 *   given p -a-> q                                          saturate
 *     <p, a> -> <p', empty>:  p' -eps-> q                   apply_rule
 *     <p, a> -> <p', b>:      p' -b-> q
 *     <p, a> -> <p', b c>:    p' -b-> m(p', b) -c-> q
 *   given p -eps-> q and q -a-> r:  p -a-> r                cross_epsilon
 *
 * The last rule makes every word but the empty one readable without epsilon.  Only control states
 * have epsilon transitions, and no transition leads to a control state.
 *
 * Every transition remembers what it was first made from, and that is older than itself.  So a
 * configuration is traced back by replacing the first transitions of its path by older ones until
 * all are given (post_witness): each replacement undoes one rule. */
#include "pds/saturate.h"

#include <stdlib.h>

/* ---- the automaton ---- */

static void clear(Saturation *x)
{
    pairs_free(&x->nodes);
    pairs_free(&x->heads);
    pairs_free(&x->known);
    x->nodes = x->heads = x->known = (Pairs){0};
    x->transitions.len = x->out.len = x->into.len = x->accepts.len = 0;
}

void saturation_free(Saturation *x)
{
    clear(x);
    vec_free(&x->transitions);
    vec_free(&x->out);
    vec_free(&x->into);
    vec_free(&x->accepts);
    vec_free(&x->rules);
    automaton_free(&x->automaton);
}

static uint32_t node(Saturation *x, uint32_t left, uint32_t right)
{
    bool is_new;
    uint32_t id = pairs_add(&x->nodes, left, right, &is_new);
    if (is_new) {
        vec_push(&x->out, PDS_NONE);
        vec_push(&x->into, PDS_NONE);
        vec_push(&x->accepts, 0);
    }
    return id;
}

static uint32_t control(Saturation *x, uint32_t p)
{
    return node(x, p, PDS_NONE);
}

static bool is_control(const Saturation *x, uint32_t id)
{
    return pairs_right(&x->nodes, id) == PDS_NONE;
}

/* True if the transition is new. */
static bool add(Saturation *x, Reading t)
{
    bool is_new;
    uint32_t head = pairs_add(&x->heads, t.from, t.symbol, &is_new);
    uint32_t id = pairs_add(&x->known, head, t.to, &is_new);
    if (!is_new)
        return false;
    assert(id == x->transitions.len);
    assert(!is_control(x, t.to) && (t.symbol != PDS_NONE || is_control(x, t.from)));
    assert(t.by == PDS_NONE || t.by < id); /* so that a witness comes to an end */
    uint32_t *list = t.symbol == PDS_NONE ? &x->into.at[t.to] : &x->out.at[t.from];
    t.next = *list;
    *list = (uint32_t)x->transitions.len;
    vec_push(&x->transitions, t);
    return true;
}

/* p -eps-> q and q -a-> r: the transitions numbered `epsilon` and `second`. */
static void join(Saturation *x, uint32_t epsilon, uint32_t second)
{
    Reading e = x->transitions.at[epsilon], s = x->transitions.at[second];
    assert(e.symbol == PDS_NONE && s.symbol != PDS_NONE && e.to == s.from);
    add(x, (Reading){e.from, s.symbol, s.to, .by = epsilon, .with = second});
}

static void cross_epsilon(Saturation *x, uint32_t epsilon)
{
    uint32_t list = x->out.at[x->transitions.at[epsilon].to];
    for (uint32_t t = list; t != PDS_NONE; t = x->transitions.at[t].next)
        join(x, epsilon, t);
}

static void apply_rule(Saturation *x, uint32_t id, PdsRule rule)
{
    uint32_t to = x->transitions.at[id].to, p = control(x, rule.to);
    Reading t = {.from = p, .to = to, .by = id, .with = PDS_NONE, .rule = rule};
    switch (rule.kind) {
    case PDS_POP:
        t.symbol = PDS_NONE;
        add(x, t);
        return;
    case PDS_STEP:
        t.symbol = rule.top;
        add(x, t);
        return;
    case PDS_PUSH:
        t.symbol = rule.top;
        t.to = node(x, rule.to, rule.top);
        add(x, t);
        t = (Reading){t.to, rule.below, to, .by = id, .with = PDS_NONE, .rule = rule};
        if (!add(x, t))
            return;
        uint32_t second = (uint32_t)x->transitions.len - 1;
        for (uint32_t e = x->into.at[t.from]; e != PDS_NONE; e = x->transitions.at[e].next)
            join(x, e, second);
        return;
    }
}

/* False: stopped by the source. */
static bool saturate(Saturation *x, PdsSource source)
{
    for (uint32_t id = 0; id < x->transitions.len; id++) {
        if (id % PDS_ASK_EVERY == PDS_ASK_EVERY - 1 && source.stop && source.stop(source.context))
            return false;
        const Reading *t = &x->transitions.at[id];
        if (t->symbol == PDS_NONE) {
            cross_epsilon(x, id);
            continue;
        }
        if (!is_control(x, t->from))
            continue;
        x->rules.len = 0;
        source.rules(source.context, pairs_left(&x->nodes, t->from), t->symbol, &x->rules);
        for (size_t k = 0; k < x->rules.len; k++)
            apply_rule(x, id, x->rules.at[k]);
    }
    return true;
}

/* A walker, see base/check.h: each transition is in the list of its node, and every epsilon
 * transition was joined with what follows it. */
static void check_saturation(Saturation *x)
{
    size_t listed = 0;
    bool is_new;
    for (uint32_t id = 0; id < x->out.len; id++) {
        for (uint32_t t = x->out.at[id]; t != PDS_NONE; t = x->transitions.at[t].next, listed++)
            assert(x->transitions.at[t].from == id && x->transitions.at[t].symbol != PDS_NONE);
        for (uint32_t e = x->into.at[id]; e != PDS_NONE; e = x->transitions.at[e].next, listed++) {
            assert(x->transitions.at[e].to == id && x->transitions.at[e].symbol == PDS_NONE);
            for (uint32_t t = x->out.at[id]; t != PDS_NONE; t = x->transitions.at[t].next) {
                uint32_t head = pairs_add(&x->heads, x->transitions.at[e].from,
                                          x->transitions.at[t].symbol, &is_new);
                assert(!is_new);
                pairs_add(&x->known, head, x->transitions.at[t].to, &is_new);
                assert(!is_new);
            }
        }
    }
    assert(listed == x->transitions.len && listed == x->known.at.len);
    assert(x->nodes.at.len == x->out.len && x->into.len == x->out.len);
}

/* ---- post* ---- */

static void give(Saturation *x, uint32_t from, uint32_t symbol, uint32_t to)
{
    add(x, (Reading){from, symbol, to, .by = PDS_NONE, .with = PDS_NONE});
}

static uint32_t language_node(Saturation *x, uint32_t state)
{
    return node(x, PDS_NONE, state);
}

static void give_start(Saturation *x, Configs start)
{
    LangView view = language_get(x->langs, start.stacks);
    uint32_t p = control(x, start.state);
    x->accepts.at[p] = view.states && lang_accepts(view, 0);
    for (uint32_t s = 0; s < view.states; s++) {
        uint32_t id = language_node(x, s);
        x->accepts.at[id] = lang_accepts(view, s);
    }
    for (uint32_t s = 0; s < view.states; s++)
        for (uint32_t e = lang_first_edge(view, s); e < lang_first_edge(view, s + 1); e++) {
            LangEdge edge = lang_edge(view, e);
            give(x, language_node(x, s), edge.symbol, language_node(x, edge.to));
            if (s == 0)
                give(x, p, edge.symbol, language_node(x, edge.to));
        }
}

static int by_state(const void *a, const void *b)
{
    const Configs *x = a, *y = b;
    return x->state < y->state ? -1 : x->state > y->state;
}

/* The language of every control state. */
static void read_languages(Saturation *x, ConfigSet *out)
{
    Automaton *automaton = &x->automaton;
    automaton_clear(automaton);
    automaton_add_states(automaton, (uint32_t)x->out.len);
    memcpy(automaton->accepts.at, x->accepts.at, x->out.len);
    vec_each (Reading, t, &x->transitions) {
        if (t->symbol != PDS_NONE)
            vec_push(&automaton->edges, ((Edge){t->from, t->symbol, t->to}));
        else
            automaton->accepts.at[t->from] |= x->accepts.at[t->to];
    }
    for (uint32_t id = 0; id < x->out.len; id++)
        if (is_control(x, id))
            vec_push(&automaton->roots, id);
    size_t count = automaton->roots.len, first = out->len;
    LangId *langs = memory_alloc(count * sizeof *langs);
    uint32_t *states = memory_alloc(count * sizeof *states);
    for (size_t i = 0; i < count; i++)
        states[i] = pairs_left(&x->nodes, automaton->roots.at[i]);
    automaton_languages(automaton, x->langs, langs);
    for (size_t i = 0; i < count; i++)
        if (langs[i] != LANG_EMPTY)
            vec_push(out, ((Configs){states[i], langs[i]}));
    if (out->len > first)
        qsort(out->at + first, out->len - first, sizeof *out->at, by_state);
    memory_free(langs);
    memory_free(states);
}

bool post_star(Saturation *x, Langs *langs, PdsSource source, Configs start, ConfigSet *out)
{
    clear(x);
    x->langs = langs;
    give_start(x, start);
    if (!saturate(x, source))
        return false;
    if (HARD_CHECKS)
        check_saturation(x);
    read_languages(x, out);
    return true;
}

/* ---- are there finitely many? ---- */

static bool is_middle(const Saturation *x, uint32_t id)
{
    return !is_control(x, id) && pairs_left(&x->nodes, id) != PDS_NONE;
}

bool post_is_finite(Saturation *x, Langs *langs, PdsSource source, const Head *heads, size_t count)
{
    clear(x);
    x->langs = langs;
    for (size_t i = 0; i < count; i++)
        give(x, control(x, heads[i].state), heads[i].symbol, language_node(x, 0));
    saturate(x, source);
    VEC(uint32_t) entries = {0}, ready = {0};
    size_t middles = 0;
    vec_resize(&entries, x->out.len);
    vec_each (Reading, t, &x->transitions)
        if (t->symbol != PDS_NONE && is_middle(x, t->from))
            entries.at[t->to]++;
    for (uint32_t id = 0; id < x->out.len; id++)
        if (is_middle(x, id)) {
            middles++;
            if (!entries.at[id])
                vec_push(&ready, id);
        }
    for (size_t i = 0; i < ready.len; i++)
        for (uint32_t t = x->out.at[ready.at[i]]; t != PDS_NONE; t = x->transitions.at[t].next) {
            uint32_t to = x->transitions.at[t].to;
            if (--entries.at[to] == 0 && is_middle(x, to))
                vec_push(&ready, to);
        }
    bool finite = ready.len == middles;
    vec_free(&entries);
    vec_free(&ready);
    return finite;
}

/* ---- witnesses ---- */

typedef struct Place {
    uint32_t node, by, parent; /* a node, the transition to it, the place before it */
} Place;

typedef VEC(uint32_t) Path; /* transitions, the first one last */

/* An accepting path for a word that is not empty. */
static void find_path(Saturation *x, uint32_t from, const uint32_t *word, size_t len, Path *path)
{
    VEC(Place) places = {0};
    VEC(uint32_t) seen = {0}; /* node -> the layer that it was last put into, from 1 */
    vec_resize(&seen, x->out.len);
    vec_push(&places, ((Place){from, PDS_NONE, PDS_NONE}));
    size_t begin = 0;
    for (size_t i = 0; i < len; i++) {
        size_t end = places.len;
        for (; begin < end; begin++)
            for (uint32_t t = x->out.at[places.at[begin].node]; t != PDS_NONE;
                 t = x->transitions.at[t].next) {
                uint32_t to = x->transitions.at[t].to;
                if (x->transitions.at[t].symbol != word[i] || seen.at[to] == i + 1)
                    continue;
                seen.at[to] = (uint32_t)i + 1;
                vec_push(&places, ((Place){to, t, (uint32_t)begin}));
            }
    }
    while (begin < places.len && !x->accepts.at[places.at[begin].node])
        begin++;
    assert(begin < places.len);
    for (size_t at = begin; places.at[at].by != PDS_NONE; at = places.at[at].parent)
        vec_push(path, places.at[at].by);
    vec_free(&places);
    vec_free(&seen);
}

/* The epsilon transition by which p accepts the empty word; PDS_NONE: it was given so. */
static uint32_t find_epsilon(const Saturation *x, uint32_t p)
{
    if (x->accepts.at[p])
        return PDS_NONE;
    uint32_t id = 0;
    while (assert(id < x->transitions.len), x->transitions.at[id].from != p ||
                                                x->transitions.at[id].symbol != PDS_NONE ||
                                                !x->accepts.at[x->transitions.at[id].to])
        id++;
    return id;
}

/* Undoes the rule of transition `id`: the path begins with the transition it was applied to. */
static void undo(Saturation *x, uint32_t id, Path *path, Witness *witness)
{
    const Reading *t = &x->transitions.at[id];
    assert(t->by < id && t->with == PDS_NONE); /* a rule has made it */
    vec_push(&witness->run, t->rule);
    vec_push(path, t->by);
}

static void undo_first(Saturation *x, Path *path, Witness *witness)
{
    uint32_t id = vec_pop(path);
    const Reading *t = &x->transitions.at[id];
    if (t->with != PDS_NONE) {
        vec_push(path, t->with);
        undo(x, t->by, path, witness);
    } else if (t->rule.kind == PDS_PUSH)
        undo(x, vec_pop(path), path, witness);
    else
        undo(x, id, path, witness);
}

/* A walker: the rules of the run lead from the first configuration to <p, last>. */
static void check_witness(const Witness *witness, uint32_t p, const uint32_t *last, size_t len)
{
    PdsWord stack = {0}; /* the top last */
    uint32_t state = p;
    for (size_t i = witness->first.len; i-- > 0;)
        vec_push(&stack, witness->first.at[i]);
    vec_each (const PdsRule, rule, &witness->run) {
        assert(stack.len);
        stack.len--;
        if (rule->kind == PDS_PUSH)
            vec_push(&stack, rule->below);
        if (rule->kind != PDS_POP)
            vec_push(&stack, rule->top);
        state = rule->to;
    }
    assert(state == p && stack.len == len);
    for (size_t i = 0; i < len; i++)
        assert(stack.at[len - 1 - i] == last[i]);
    vec_free(&stack);
}

static void reverse(Witness *witness)
{
    size_t len = witness->run.len;
    for (size_t i = 0; i < len / 2; i++) {
        PdsRule rule = witness->run.at[i];
        witness->run.at[i] = witness->run.at[len - 1 - i];
        witness->run.at[len - 1 - i] = rule;
    }
}

void post_witness(Saturation *x, uint32_t p, const uint32_t *last, size_t len, Witness *witness)
{
    Path path = {0};
    uint32_t from = control(x, p);
    witness->first.len = witness->run.len = 0;
    if (len)
        find_path(x, from, last, len, &path);
    else {
        uint32_t epsilon = find_epsilon(x, from);
        if (epsilon != PDS_NONE)
            undo(x, epsilon, &path, witness);
    }
    while (path.len && x->transitions.at[vec_last(&path)].by != PDS_NONE)
        undo_first(x, &path, witness);
    for (size_t i = path.len; i-- > 0;)
        vec_push(&witness->first, x->transitions.at[path.at[i]].symbol);
    reverse(witness);
    if (HARD_CHECKS)
        check_witness(witness, p, last, len);
    vec_free(&path);
}

void witness_free(Witness *witness)
{
    vec_free(&witness->first);
    vec_free(&witness->run);
}
