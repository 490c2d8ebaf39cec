/* language.c -- see language.h.
 *
 * The record of a language: states << 32 | edges; a word for each state, first edge << 1 | accepts;
 * a word for each edge, symbol << 32 | target. */
#include "pds/language.h"

#include "pds/automaton.h"

LangView language_get(const Langs *langs, LangId lang)
{
    if (lang == LANG_EMPTY)
        return (LangView){0};
    assert(lang <= langs_count(langs));
    const uint64_t *words = records_get(&langs->records, lang);
    return (LangView){(uint32_t)(words[0] >> 32), (uint32_t)words[0], words};
}

/* States from which something is accepted: as many as there are. */
static bool all_accept(LangView view)
{
    VEC(bool) good = {0};
    uint32_t found = 0, before;
    vec_resize(&good, view.states);
    do {
        before = found;
        for (uint32_t s = view.states; s-- > 0;) {
            bool accepts = lang_accepts(view, s);
            for (uint32_t e = lang_first_edge(view, s); e < lang_first_edge(view, s + 1); e++)
                accepts |= good.at[lang_edge(view, e).to];
            found += accepts && !good.at[s];
            good.at[s] |= accepts;
        }
    } while (found > before);
    vec_free(&good);
    return found == view.states;
}

void language_check(LangView view)
{
    uint32_t named = 1; /* states met so far, in breadth-first order */
    for (uint32_t s = 0; s < view.states; s++) {
        uint32_t first = lang_first_edge(view, s), past = lang_first_edge(view, s + 1);
        assert(s < named && first <= past && past <= view.edges);
        for (uint32_t e = first; e < past; e++) {
            LangEdge edge = lang_edge(view, e);
            assert(e == first || lang_edge(view, e - 1).symbol < edge.symbol);
            assert(edge.to <= named && edge.to < view.states);
            named += edge.to == named;
        }
    }
    assert(!view.states || (named == view.states && lang_first_edge(view, 0) == 0));
    assert(all_accept(view));
}

void langs_free(Langs *langs)
{
    records_free(&langs->records);
    pairs_free(&langs->included);
    vec_free(&langs->answers);
    *langs = (Langs){0};
}

uint32_t langs_count(const Langs *langs)
{
    return records_count(&langs->records);
}

uint64_t langs_bytes(const Langs *langs)
{
    return records_bytes(&langs->records) + pairs_bytes(&langs->included) + langs->answers.cap;
}

LangId language_of_word(Langs *langs, const uint32_t *word, size_t len)
{
    VEC(uint64_t) words = {0};
    vec_push(&words, (uint64_t)(len + 1) << 32 | len);
    for (size_t i = 0; i < len; i++)
        vec_push(&words, (uint64_t)i << 1);
    vec_push(&words, (uint64_t)len << 1 | 1);
    for (size_t i = 0; i < len; i++)
        vec_push(&words, (uint64_t)word[i] << 32 | (i + 1));
    LangId lang = records_add(&langs->records, words.at, words.len);
    if (HARD_CHECKS)
        language_check(language_get(langs, lang));
    vec_free(&words);
    return lang;
}

/* Where `symbol` leads from a state, or PDS_NONE. */
static uint32_t follow(LangView view, uint32_t state, uint32_t symbol)
{
    uint32_t low = lang_first_edge(view, state), high = lang_first_edge(view, state + 1);
    uint32_t end = high;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (lang_edge(view, middle).symbol < symbol)
            low = middle + 1;
        else
            high = middle;
    }
    return low < end && lang_edge(view, low).symbol == symbol ? lang_edge(view, low).to : PDS_NONE;
}

bool language_has(const Langs *langs, LangId lang, const uint32_t *word, size_t len)
{
    LangView view = language_get(langs, lang);
    uint32_t state = view.states ? 0 : PDS_NONE;
    for (size_t i = 0; i < len && state != PDS_NONE; i++)
        state = follow(view, state, word[i]);
    return state != PDS_NONE && lang_accepts(view, state);
}

bool language_has_empty(const Langs *langs, LangId lang)
{
    return lang != LANG_EMPTY && lang_accepts(language_get(langs, lang), 0);
}

/* Walks both automata together: every word of `small` must find its way in `large`. */
static bool walk_included(LangView large, LangView small)
{
    Pairs seen = {0};
    bool included = true, is_new;
    pairs_add(&seen, 0, 0, &is_new);
    for (uint32_t i = 0; included && i < seen.at.len; i++) {
        uint32_t s = pairs_left(&seen, i), l = pairs_right(&seen, i);
        included = lang_accepts(large, l) || !lang_accepts(small, s);
        uint32_t past = lang_first_edge(small, s + 1);
        for (uint32_t e = lang_first_edge(small, s); included && e < past; e++) {
            LangEdge edge = lang_edge(small, e);
            uint32_t to = follow(large, l, edge.symbol);
            included = to != PDS_NONE; /* from every state of `small` something is accepted */
            if (included)
                pairs_add(&seen, edge.to, to, &is_new);
        }
    }
    pairs_free(&seen);
    return included;
}

/* A second state with the edges and the acceptance of `state`. */
static void copy_state(Automaton *automaton, uint32_t state, uint32_t copy)
{
    size_t len = automaton->edges.len;
    for (size_t e = 0; e < len; e++) {
        Edge edge = automaton->edges.at[e];
        if (edge.from == state)
            vec_push(&automaton->edges, ((Edge){copy, edge.symbol, edge.to}));
    }
    automaton->accepts.at[copy] |= automaton->accepts.at[state];
}

LangId language_union(Langs *langs, LangId a, LangId b)
{
    if (a == b || b == LANG_EMPTY)
        return a;
    if (a == LANG_EMPTY)
        return b;
    Automaton automaton = {0};
    uint32_t root = automaton_add_states(&automaton, 1);
    copy_state(&automaton, automaton_add_language(&automaton, language_get(langs, a)), root);
    copy_state(&automaton, automaton_add_language(&automaton, language_get(langs, b)), root);
    vec_push(&automaton.roots, root);
    LangId both;
    automaton_languages(&automaton, langs, &both);
    automaton_free(&automaton);
    hard_assert(walk_included(language_get(langs, both), language_get(langs, a)));
    hard_assert(walk_included(language_get(langs, both), language_get(langs, b)));
    return both;
}

bool language_includes(Langs *langs, LangId large, LangId small)
{
    if (large == small || small == LANG_EMPTY)
        return true;
    if (large == LANG_EMPTY)
        return false;
    bool is_new;
    uint32_t id = pairs_add(&langs->included, large, small, &is_new);
    if (is_new)
        vec_push(&langs->answers,
                 walk_included(language_get(langs, large), language_get(langs, small)));
    assert(id < langs->answers.len);
    return langs->answers.at[id];
}

/* Every state lies on the way to acceptance: the language is infinite if there is a cycle. */
bool language_is_finite(const Langs *langs, LangId lang)
{
    LangView view = language_get(langs, lang);
    VEC(uint32_t) entries = {0}, ready = {0};
    vec_resize(&entries, view.states);
    for (uint32_t e = 0; e < view.edges; e++)
        entries.at[lang_edge(view, e).to]++;
    if (view.states && !entries.at[0])
        vec_push(&ready, 0);
    for (size_t i = 0; i < ready.len; i++) {
        uint32_t s = ready.at[i];
        for (uint32_t e = lang_first_edge(view, s); e < lang_first_edge(view, s + 1); e++) {
            uint32_t to = lang_edge(view, e).to;
            if (--entries.at[to] == 0)
                vec_push(&ready, to);
        }
    }
    bool finite = ready.len == view.states;
    vec_free(&entries);
    vec_free(&ready);
    return finite;
}

bool language_shortest(const Langs *langs, LangId lang, uint32_t top, PdsWord *word)
{
    LangView view = language_get(langs, lang);
    word->len = 0;
    uint32_t start = !view.states ? PDS_NONE : top == PDS_NONE ? 0 : follow(view, 0, top);
    if (start == PDS_NONE)
        return false;
    VEC(uint32_t) order = {0}, by = {0}; /* state; the edge that found it + 1, 0: none yet */
    VEC(uint32_t) parent = {0};
    vec_resize(&by, view.states);
    vec_resize(&parent, view.states);
    vec_push(&order, start);
    by.at[start] = UINT32_MAX;
    uint32_t found = PDS_NONE;
    for (size_t i = 0; found == PDS_NONE; i++) {
        assert(i < order.len); /* every state lies on the way to acceptance */
        uint32_t s = order.at[i];
        if (lang_accepts(view, s))
            found = s;
        for (uint32_t e = lang_first_edge(view, s); e < lang_first_edge(view, s + 1); e++) {
            uint32_t to = lang_edge(view, e).to;
            if (by.at[to])
                continue;
            by.at[to] = e + 1;
            parent.at[to] = s;
            vec_push(&order, to);
        }
    }
    for (uint32_t s = found; s != start; s = parent.at[s])
        vec_push(word, lang_edge(view, by.at[s] - 1).symbol);
    if (top != PDS_NONE)
        vec_push(word, top);
    for (size_t i = 0, j = word->len; i + 1 < j; i++) {
        uint32_t swap = word->at[i];
        word->at[i] = word->at[--j];
        word->at[j] = swap;
    }
    vec_free(&order);
    vec_free(&by);
    vec_free(&parent);
    hard_assert(language_has(langs, lang, word->at, word->len));
    return true;
}
