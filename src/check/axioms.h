/* axioms.h -- is an execution consistent by the axioms of a memory model?
 *
 * Lahav, Vafeiadis, Kang, Hur, Dreyer, "Repairing sequential consistency in C/C++11", PLDI 2017:
 * RC11.  An execution is a graph of events with program order (po), reads-from (rf) and the
 * modification order of each cell (mo); everything else follows from them by definitions, which
 * stand here under the names that the paper gives them.  Nothing here knows how a run was found,
 * and nothing of machine/memory is used: whoever disagrees with this file has made a mistake.
 *
 * Two choices: only read-modify-writes continue a release sequence, as since C++20 (old_sequences:
 * later writes of the same thread do, too, as in the paper and in C11); and scb has po;hb;po, as
 * C++20, and not only where the cells differ. */
#ifndef CHECK_AXIOMS_H
#define CHECK_AXIOMS_H

#include "ir/program.h"

typedef enum GraphKind {
    GRAPH_READ,
    GRAPH_WRITE,
    GRAPH_UPDATE, /* reads and writes at once */
    GRAPH_FENCE,
    GRAPH_OTHER /* a lock, a fork ...: it has edges in Graph.synchronised only */
} GraphKind;

#define GRAPH_INITIAL UINT32_MAX /* the thread of initial writes, which are before everything */
#define GRAPH_NONE    UINT32_MAX /* no event; no cell */

typedef struct GraphEvent {
    GraphKind kind;
    MemoryOrder order;
    uint32_t thread;
    uint32_t cell;          /* of reads, writes and updates */
    uint32_t from;          /* of reads and updates: the write that is read, rf */
    uint64_t read, written; /* the values */
    bool any;               /* the value that is written is not known */
    /* Only races count it: it has no place in rf and mo, and perhaps no cell. */
    bool piece;
    uint64_t place; /* where it begins in memory ... */
    uint32_t bytes; /* ... and how much it touches; 0: its cell and no other */
} GraphEvent;

typedef struct GraphCell {
    VEC(uint32_t) mo; /* all writes and updates of the cell, in modification order */
} GraphCell;

typedef struct GraphEdge {
    uint32_t from, to;
} GraphEdge;

typedef struct Graph {
    VEC(GraphEvent) events; /* those of each thread in program order */
    VEC(GraphCell) cells;
    VEC(GraphEdge) synchronised; /* synchronises-with of locks, forks, joins */
} Graph;

void graph_free(Graph *graph);

typedef struct AxiomRules {
    bool sc;            /* sequential consistency, instead of RC11 */
    bool old_sequences; /* see above */
    bool apart; /* po;hb;po counts an update as a read followed by a write, as the paper does */
} AxiomRules;

typedef enum Axiom {
    AXIOM_NONE,      /* the execution is consistent */
    AXIOM_FORM,      /* it is no execution: a read of something else than was written ... */
    AXIOM_THIN_AIR,  /* po u rf has a cycle */
    AXIOM_ATOMICITY, /* an update does not read what is right before it in mo */
    AXIOM_COHERENCE, /* hb;eco? is not irreflexive */
    AXIOM_SC         /* psc has a cycle; of sequential consistency: po u rf u mo u rb has */
} Axiom;

/* Two events of which one plain, that conflict and that hb does not order; in order of numbers. */
typedef struct GraphRace {
    uint32_t a, b;
} GraphRace;
typedef VEC(GraphRace) GraphRaces;

/* The first axiom that is broken.  Races of a graph that is consistent are told if asked for. */
Axiom axioms_judge(const Graph *graph, AxiomRules rules, GraphRaces *races);
/* `coherence: ...` */
const char *axiom_sentence(Axiom axiom);

#endif
