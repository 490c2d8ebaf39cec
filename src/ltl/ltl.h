/* ltl.h -- formulas of linear temporal logic, and Büchi automata.  Knows no programs: a letter is a set of
 * atoms, a bit for each. */
#ifndef LTL_LTL_H
#define LTL_LTL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"
#include "base/vec.h"

typedef enum LtlKind {
    LTL_TRUE,
    LTL_FALSE,
    LTL_ATOM,
    LTL_NOT, /* of an atom only, once the formula is in negation normal form */
    LTL_AND,
    LTL_OR,
    LTL_NEXT,
    LTL_UNTIL,
    LTL_RELEASE
} LtlKind;

typedef struct LtlNode {
    LtlKind kind;
    uint32_t a, b; /* operands, which have lower numbers; ATOM: a is its number */
} LtlNode;

enum { LTL_MOST = 64 }; /* different parts of a formula, and atoms */

typedef struct Ltl {
    VEC(LtlNode) nodes;      /* each once */
    VEC(const char *) atoms; /* as they are written: `request`, `{x == 1}`, `at(12)`, `holds(m)` */
    uint32_t root;
    Arena arena;
} Ltl;

/*   G f, [] f    always            f U g    g at some time, and f until then     ! f    not
 *   F f, <> f    at some time      f W g    the same, or f for ever              f & g, f && g
 *   X f          after the next    f R g    g up to where f holds, too           f | g, f || g
 *                action                                                          f -> g, f <-> g
 * NULL, or a sentence that says what is wrong, in the arena. */
const char *ltl_parse(Ltl *ltl, const char *text);
/* In negation normal form, or its negation. */
uint32_t ltl_normal(Ltl *ltl, uint32_t node, bool negated);
bool ltl_has_next(const Ltl *ltl, uint32_t node);
void ltl_free(Ltl *ltl);

/* Does a formula in negation normal form hold of the word letters[0], ..., letters[len - 1], in which
 * letters[round] follows the last one again? */
bool ltl_holds(const Ltl *ltl, uint32_t node, const uint64_t *letters, size_t len, size_t round);

/* A generalised Büchi automaton whose states have labels: a run is accepted that is in each of the sets again
 * and again. */
typedef struct BuchiState {
    uint64_t yes, no; /* atoms that hold, and that do not */
    uint64_t sets;    /* it is in these, a bit for each */
    uint64_t old, next;
    uint32_t first, end; /* its successors in `to` */
} BuchiState;

typedef struct Buchi {
    VEC(BuchiState) states;
    VEC(uint32_t) to;
    VEC(uint32_t) initial;
    uint64_t sets; /* all of them */
} Buchi;

/* The words of which a formula in negation normal form holds, by the tableau of Gerth, Peled, Vardi and Wolper
 * (PSTV 1995).  False: it has too many states. */
bool buchi_make(Buchi *buchi, const Ltl *ltl, uint32_t node);
void buchi_free(Buchi *buchi);

static inline bool buchi_allows(const BuchiState *state, uint64_t letter)
{
    return !(state->yes & ~letter) && !(state->no & letter);
}

#endif
