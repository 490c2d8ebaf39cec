/* proof.c -- see proof.h.  The core numbers its places in the order of the net: what is sorted
 * stays sorted. */
#include "engine/bag/net/proof.h"

void proof_add_bounds(Proof *proof, const Core *core)
{
    for (size_t p = 0; p < core->net->places.len; p++)
        vec_push(&proof->bounds, core->bounds[p]);
}

void proof_add_refutations(Proof *proof, const Core *core, const Refuter *refuter)
{
    vec_each (Refutation, refutation, &refuter->known) {
        ProofPart list = {proof->stages.len, (uint32_t)refutation->stages.len};
        vec_each (Stage, stage, &refutation->stages) {
            ProofPart part = {.first = proof->items.len};
            for (uint32_t p = 0; p < core->places; p++)
                if (assert(stage->weights[p] >= 0), stage->weights[p])
                    vec_push(&proof->items,
                             ((Item){core->net_place[p], (uint32_t)stage->weights[p]}));
            part.len = (uint32_t)(proof->items.len - part.first);
            vec_push(&proof->stages, part);
        }
        vec_push(&proof->refutations, list);
    }
}

static void add_bags(Proof *proof, const Core *core, const BagSet *set)
{
    for (uint32_t id = 0; id < set->entries.len; id++) {
        if (!bagset_has(set, id))
            continue;
        Bag bag = bagset_get(set, id);
        vec_push(&proof->bags, ((ProofPart){proof->items.len, bag.len}));
        for (uint32_t i = 0; i < bag.len; i++)
            vec_push(&proof->items, ((Item){core->net_place[bag.at[i].place], bag.at[i].count}));
    }
}

void proof_add_demands(Proof *proof, const Core *core, const BagSet *set)
{
    proof->kind = PROOF_DEMANDS;
    add_bags(proof, core, set);
}

void proof_add_markings(Proof *proof, const Core *core, const BagSet *set)
{
    proof->kind = PROOF_MARKINGS;
    for (size_t p = 0; p < core->net->places.len; p++)
        vec_push(&proof->ignored, core->core_place[p] == UINT32_MAX && core->bounds[p] != 0);
    add_bags(proof, core, set);
}
