/* language.h -- regular sets of stacks, as numbers.
 *
 * A language is a minimal deterministic automaton over words of symbols (top of the stack first) in
 * a canonical form, interned: equal languages have equal numbers, and the other way round.
 *
 * Canonical: no state without a way to acceptance; the states are numbered in breadth-first order
 * from the start, the edges of a state taken in the order of their symbols.  The minimal automaton
 * of a language is unique up to the names of its states, and this names them. */
#ifndef PDS_LANGUAGE_H
#define PDS_LANGUAGE_H

#include <stdbool.h>

#include "base/intern.h"
#include "pds/rule.h"

typedef uint32_t LangId;
enum { LANG_EMPTY = 0 };

typedef struct Langs {
    Records records; /* of each language but the empty one; see language_get */
    Pairs included;  /* pairs whose inclusion was asked for */
    VEC(uint8_t) answers;
} Langs;

typedef struct LangEdge {
    uint32_t symbol, to;
} LangEdge;

/* A language taken apart.  State 0 is the start; there is no state if it is empty.  Valid for ever.
 */
typedef struct LangView {
    uint32_t states, edges;
    const uint64_t *words;
} LangView;

LangView language_get(const Langs *langs, LangId lang);
/* A walker, see base/check.h: the automaton is in the canonical form. */
void language_check(LangView view);
static inline bool lang_accepts(LangView view, uint32_t state)
{
    hard_assert(state < view.states);
    return view.words[1 + state] & 1;
}
static inline uint32_t lang_first_edge(LangView view, uint32_t state)
{
    return state < view.states ? (uint32_t)(view.words[1 + state] >> 1) : view.edges;
}
static inline LangEdge lang_edge(LangView view, uint32_t edge)
{
    hard_assert(edge < view.edges);
    uint64_t word = view.words[1 + view.states + edge];
    return (LangEdge){(uint32_t)(word >> 32), (uint32_t)word};
}

void langs_free(Langs *langs);
uint32_t langs_count(const Langs *langs); /* without the empty one */
uint64_t langs_bytes(const Langs *langs);

LangId language_of_word(Langs *langs, const uint32_t *word, size_t len);
LangId language_union(Langs *langs, LangId a, LangId b);
bool language_has(const Langs *langs, LangId lang, const uint32_t *word, size_t len);
bool language_has_empty(const Langs *langs, LangId lang);
/* Is every word of `small` in `large`?  Answers are remembered. */
bool language_includes(Langs *langs, LangId large, LangId small);
bool language_is_finite(const Langs *langs, LangId lang);
/* A shortest word that begins with `top` (PDS_NONE: any word; the empty word begins with nothing).
 * False: there is none. */
bool language_shortest(const Langs *langs, LangId lang, uint32_t top, PdsWord *word);

#endif
