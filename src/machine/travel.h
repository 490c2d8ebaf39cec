/* travel.h -- states on their way to processes that number things for themselves.
 *
 * A state travels as its contents.  What it has in common with others that went the same way travels once: both ends of a way have a
 * list with the same places, in which the sender notes what it has sent under which place, and the receiver what
 * that is here.  A place that is needed for something else is given to that; so lists do not grow.
 *
 * What machines number as part of what they know of the program (machine_knowledge) must be the same everywhere: there
 * its numbers travel.  machine_alike says what that is, as a hash. */
#ifndef MACHINE_TRAVEL_H
#define MACHINE_TRAVEL_H

#include "base/parcel.h"
#include "base/signatures.h"
#include "machine/states.h"

typedef struct Travel Travel;

/* So many ways out of this process, and into it. */
Travel *travel_new(States *states, unsigned ways);
void travel_free(Travel *t);
/* Of a pair of States.states: the same for equal states in all processes. */
Signature travel_sign(Travel *t, uint64_t pair, uint64_t seed);
uint64_t travel_hash(Travel *t, uint64_t pair);
void travel_pack(Travel *t, unsigned way, uint64_t pair, Parcel *parcel);
/* The pair here; what is read goes wrong only if the sender has other states (parcel->bad). */
uint64_t travel_unpack(Travel *t, unsigned way, Parcel *parcel);

uint64_t machine_alike(const Machine *m);

/* Stores, stacks and what they are made of get their numbers anew: nobody has any of the old ones any more.  What is known
 * of the program stays.  Not with options.recalls. */
void machine_forget_stores(Machine *m);
uint64_t machine_stores_bytes(const Machine *m);

#endif
