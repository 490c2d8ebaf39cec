/* exact.h -- from floating-point weights to whole numbers, and what holds of those exactly. */
#ifndef ENGINE_BAG_NET_EXACT_H
#define ENGINE_BAG_NET_EXACT_H

#include "engine/bag/net/core.h"

enum { WEIGHT_MOST = INT32_MAX };

/* Whole numbers in the same proportions as y (after rounding each y to a near fraction; negative
 * ones become 0).  False: there are none up to WEIGHT_MOST. */
bool exact_weights(const double *y, uint32_t len, int64_t *weights);
/* By how much the transition changes the weighted sum of tokens. */
__int128 exact_change(const Core *core, const int64_t *weights, uint32_t transition);
/* weights . bag */
__int128 exact_product(const int64_t *weights, Bag bag);

#endif
