/* proof.h -- hands what a search has found on to those who check it; see result/proof.h. */
#ifndef ENGINE_BAG_NET_PROOF_H
#define ENGINE_BAG_NET_PROOF_H

#include "engine/bag/net/refute.h"
#include "result/proof.h"

void proof_add_bounds(Proof *proof, const Core *core);
void proof_add_refutations(Proof *proof, const Core *core, const Refuter *refuter);
/* The live bags of a set. */
void proof_add_demands(Proof *proof, const Core *core, const BagSet *set);
void proof_add_markings(Proof *proof, const Core *core, const BagSet *set);

#endif
