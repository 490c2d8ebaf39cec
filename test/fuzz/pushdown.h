/* pushdown.h -- random concurrent pushdown systems, and what must hold of them. */
#ifndef TEST_FUZZ_PUSHDOWN_H
#define TEST_FUZZ_PUSHDOWN_H

#include "pds/cpds.h"

typedef struct Dice {
    uint64_t state;
} Dice;

uint32_t dice_below(Dice *dice, uint32_t n); /* 0 .. n - 1 */
static inline bool dice_chance(Dice *dice, uint32_t percent)
{
    return dice_below(dice, 100) < percent;
}

/* A random model: its texts, and what the parser made of them. */
typedef struct RandomModel {
    char *pds, *init, *target; /* target: "" for none */
    Sources sources;
    Diag diag;
    Cpds *cpds;
} RandomModel;

void model_make(RandomModel *model, Dice *dice);
void model_free(RandomModel *model);

/* What the tests found in all models together: that they do not pass by testing nothing. */
typedef struct Totals {
    uint64_t models, configs, exact, safe, certified, bugs, bounded, longest, finite, symmetric;
} Totals;

/* These print what is wrong and answer false. */

/* Each thread alone: post* against enumeration, witnesses, and pre*; languages against words. */
bool post_agrees(const Cpds *cpds, Dice *dice, Totals *totals);
/* The bound engine in all its modes against plain enumeration of states, for several bounds. */
bool bound_agrees(RandomModel *model, Totals *totals);

#endif
