/* chain.h -- the program computes a chain of values from one input; which inputs give a result?
 *
 * A chain is a sequence of operations on bit patterns, each with the width of what goes in and of
 * what comes out: an extension says by what it extends, a comparison in which order it compares.
 * chain_value computes it forwards, for one value.  chain_pull goes backwards: it takes a set of
 * results to the set of all inputs that give one of them, exactly, or gives up. */
#ifndef FRONT_C_INPUT_CHAIN_H
#define FRONT_C_INPUT_CHAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"
#include "base/vec.h"

typedef enum StepOp {
    STEP_ZEXT,
    STEP_SEXT,
    STEP_TRUNC,
    STEP_ADD,
    STEP_FROM, /* number - value */
    STEP_MUL,
    STEP_AND,
    STEP_OR,
    STEP_XOR,
    STEP_SHL,
    STEP_LSHR,
    STEP_ASHR,
    STEP_UDIV,
    STEP_UREM,
    STEP_SDIV, /* by a positive number; so is SREM */
    STEP_SREM,
    STEP_EQ, /* value == number; from here on the result is one bit */
    STEP_ULT,
    STEP_ULE,
    STEP_SLT,
    STEP_SLE
} StepOp;

typedef struct Step {
    uint8_t op;      /* StepOp */
    uint8_t from;    /* width of the operand in bits, 1 to 64 */
    uint8_t bits;    /* ... of the result */
    uint64_t number; /* the other operand, if there is one; less than 2^from */
} Step;

enum { CHAIN_STEPS = 12 };

typedef struct Chain {
    uint8_t from; /* width of the input */
    uint8_t bits; /* ... of the result */
    uint8_t count;
    Step steps[CHAIN_STEPS]; /* zero from count on */
} Chain;

static inline uint64_t chain_ones(unsigned bits)
{
    return bits ? UINT64_MAX >> (64 - bits) : 0;
}

uint64_t step_value(Step step, uint64_t value);
uint64_t chain_value(const Chain *chain, uint64_t input);
bool chain_same(const Chain *a, const Chain *b);
/* False: it is too long, or the widths do not fit. */
bool chain_append(Chain *chain, Step step);

/* The values whose last `bits` bits are in one of the parts, which are in order, apart from each
 * other, and below 2^bits. */
typedef struct Stretch {
    uint64_t low, high; /* both belong to it */
} Stretch;
typedef struct Set {
    uint8_t bits;
    VEC(Stretch) parts;
} Set;

/* Takes a set of results to the set of the inputs; false: it has too many parts. */
bool chain_pull(const Chain *chain, Set *set);
/* The same for one result. */
bool chain_pull_one(const Chain *chain, uint64_t result, Set *set);

/* The steps, at most all, whose result is one of few values; *low and *high become the least and
 * the greatest.  -1: there are none. */
int chain_few(const Chain *chain, uint64_t *low, uint64_t *high);
enum { CHAIN_FEW = 256 };

#endif
