/* mover.h -- actions of which the specification says how they move. */
#ifndef ENGINE_PROVE_ABS_MOVER_H
#define ENGINE_PROVE_ABS_MOVER_H

#include "engine/prove/model.h"

void mover_find(Prover *p); /* which cells such actions change */
/* Shows that they move, one check for each method that has one.  Who has exclusive access is known. */
void mover_check_all(Prover *p);
/* How the action was shown to move, as far as this cell is concerned. */
uint8_t mover_moves(const Prover *p, const ActionSpec *action, uint32_t cell);
/* Does what the procedure calls, or what that calls, perform an action that is said to move? */
bool mover_calls(const Prover *p, uint32_t proc);
bool mover_claims(const Prover *p, uint32_t cell); /* an action that changes it is said to move */

#endif
