/* cpds.h -- concurrent pushdown systems from files: the formats .pds, .init and .target.
 *
 * Threads share a control state and have a stack each; a step rewrites the shared state and the top
 * of one stack.  doc/bound.md describes the formats. */
#ifndef PDS_CPDS_H
#define PDS_CPDS_H

#include "base/source.h"
#include "pds/rule.h"

typedef struct CpdsRule {
    uint32_t from, symbol; /* <from, symbol> -> right */
    PdsRule right;
    Pos pos;
} CpdsRule;

typedef struct CpdsThread {
    uint32_t low, high;  /* its stack alphabet, as the file declares it */
    VEC(CpdsRule) rules; /* in the order of the file */
    VEC(uint32_t) order; /* the rules sorted by their contents, each once; a tag is a place in it */
    uint32_t class;      /* the first thread with the same rules */
    Pos pos;
} CpdsThread;

/* A state, or a set of visible states. */
typedef struct CpdsState {
    uint32_t shared; /* of a target: may be PDS_ANY */
    PdsWord
        *stacks; /* a thread each, the top first; of a target: one symbol, PDS_EMPTY or PDS_ANY */
    Pos pos;
} CpdsState;

typedef struct Cpds {
    uint32_t shared; /* shared states are 0 .. shared - 1 */
    VEC(CpdsThread) threads;
    CpdsState init;
    VEC(CpdsState) targets; /* none: all visible states are asked for */
} Cpds;

/* Reads a .pds file; NULL if there are errors, which go to diag. */
Cpds *cpds_parse(const Sources *sources, int file, Diag *diag);
/* Reads a .init or .target file into the model; false: errors went to diag. */
bool cpds_parse_init(Cpds *cpds, const Sources *sources, int file, Diag *diag);
bool cpds_parse_targets(Cpds *cpds, const Sources *sources, int file, Diag *diag);
void cpds_free(Cpds *cpds);

/* The text form; parsing and printing it again gives the same text. */
void cpds_print(const Cpds *cpds, FILE *out);
/* `3|1.7,-,*`: as in a .init or .target file, without a line's end.  In the arena. */
const char *cpds_state_text(const Cpds *cpds, const CpdsState *state, Arena *arena);

/* Appends the rules of a thread with this left side; their tags are places in its `order`. */
void cpds_rules(const CpdsThread *thread, uint32_t shared, uint32_t symbol, PdsRules *out);

#endif
