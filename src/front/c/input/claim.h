/* claim.h -- that a few values of an input stand for all of them, as something that can be checked.
 *
 * A claim says of an input of so many bits
 *   - how it is looked at: chains whose results, each as a whole, are all that the program learns;
 *   - which ways lead on: for every value that was dropped each of them has a condition that the
 *     value does not fulfil; and which are never gone, as for every value they have one;
 *   - which values are tried: every value that was not dropped has one among them (two, where
 *     inputs are compared with each other, unless it is alone) for which all chains give the same.
 * Whether the chains are all that is looked at, nobody can see from the claim; everything else can
 * be computed again, without sets: test/fuzz/c_claims.c does so. */
#ifndef FRONT_C_INPUT_CLAIM_H
#define FRONT_C_INPUT_CLAIM_H

#include "front/c/input/chain.h"

/* Values as integers of 64 bits, by `is_signed`; both ends belong to it. */
typedef struct Range {
    uint64_t low, high;
    bool is_signed;
    uint8_t bits; /* of the input */
} Range;

typedef VEC(uint64_t) Values;

/* What has been decided on the way, the last first. */
typedef struct Condition {
    Chain chain; /* its result is one bit */
    bool holds;
    const struct Condition *before; /* NULL: none */
} Condition;

typedef struct Claim {
    Range full;                  /* what the input can be */
    Range narrow;                /* what of it was not dropped */
    VEC(const Condition *) ways; /* those that lead on; NULL: whatever the input is */
    VEC(const Condition *) never;
    bool dropped; /* the ways are known */
    VEC(Chain) seen;
    bool pairs; /* two values of a kind are needed */
    Values values;
    bool exact; /* the values stand for all; else for nothing, or where no doubt arises */
} Claim;

/* The result of the chain as a whole matters; false: it has too many. */
bool claim_see(Claim *claim, const Chain *chain);
/* Its result matters as far as whether it is this number. */
bool claim_see_number(Claim *claim, const Chain *chain, uint64_t number);
/* claim->values become values of the narrow range that stand for all of them; false: they would be
 * too many. */
bool claim_find_values(Claim *claim);
void claim_free(Claim *claim);

bool range_less(Range range, uint64_t a, uint64_t b); /* in the order of its sign */
/* As bits: one part or two. */
unsigned range_parts(Range range, Stretch parts[2]);

#endif
