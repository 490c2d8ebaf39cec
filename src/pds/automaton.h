/* automaton.h -- from a nondeterministic automaton to languages: subsets, minimisation, interning.
 *
 * An Automaton is scratch: fill in states, edges and roots, then ask for the languages of the roots
 * all at once; what they have in common is done once. */
#ifndef PDS_AUTOMATON_H
#define PDS_AUTOMATON_H

#include "pds/language.h"

typedef struct Edge {
    uint32_t from, symbol, to;
} Edge;

typedef struct Automaton {
    uint32_t states;
    VEC(uint8_t) accepts; /* a state each */
    VEC(Edge) edges;
    VEC(uint32_t) roots; /* states whose languages are asked for */
} Automaton;

/* Adds states that do not accept; returns the first. */
uint32_t automaton_add_states(Automaton *automaton, uint32_t count);
/* Adds the states and edges of a language; returns the first state, which is its start. */
uint32_t automaton_add_language(Automaton *automaton, LangView view);
void automaton_clear(Automaton *automaton); /* empty, but keeps its memory */
void automaton_free(Automaton *automaton);

/* The language of each root, in their order.  Changes the automaton. */
void automaton_languages(Automaton *automaton, Langs *langs, LangId *out);

/* For minimise.c: a deterministic automaton in, classes of equivalent states out.  A state from
 * which nothing is accepted, or that no root reaches, gets the class PDS_NONE.  Returns the number
 * of classes. */
uint32_t automaton_classes(const Automaton *automaton, uint32_t *class_of);

#endif
