/* proof.h -- why no target of a net can be covered, for somebody else to check.
 *
 * All numbers of places are the net's.  Three kinds of facts, each on its own:
 *
 *   bounds        a place never has more tokens than its bound
 *   refutations   lists of stages of weights; engine/bag/net/refute.h says what they prove
 *   bags          PROOF_DEMANDS: the minimal elements of an upward-closed set that contains every
 *                 target and every predecessor of its own (except those that a bound or a
 * refutation excludes), but not the initial marking; PROOF_MARKINGS: the maximal elements of a
 * downward-closed set that contains the initial marking and every successor of its own, but no
 * target. */
#ifndef RESULT_PROOF_H
#define RESULT_PROOF_H

#include "net/bag.h"

typedef enum ProofKind { PROOF_NONE, PROOF_DEMANDS, PROOF_MARKINGS } ProofKind;

typedef struct ProofPart {
    size_t first; /* of its items, or of its stages */
    uint32_t len;
} ProofPart;

typedef struct Proof {
    ProofKind kind;
    VEC(uint32_t) bounds;       /* by place; OMEGA: none */
    VEC(bool) ignored;          /* by place: PROOF_MARKINGS says nothing of it */
    VEC(ProofPart) refutations; /* each a list of stages */
    VEC(ProofPart) stages;      /* each a list of items: a place and its weight */
    VEC(ProofPart) bags;
    Items items;
    bool checked; /* by somebody else */
} Proof;

static inline Bag proof_bag(const Proof *proof, const ProofPart *part)
{
    return (Bag){proof->items.at + part->first, part->len};
}

void proof_free(Proof *proof);

#endif
