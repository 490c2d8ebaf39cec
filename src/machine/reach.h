/* reach.h -- where the pointers of a state lead: the objects that a thread could touch.
 *
 * Only what stands in frames and objects; names of globals in the code are the business of
 * flow/future.h. */
#ifndef MACHINE_REACH_H
#define MACHINE_REACH_H

#include "machine/state.h"

typedef VEC(uint32_t) Objects;

/* Appends the objects to which the frames of a thread of the state lead, and its own word. */
void reach_from_thread(Machine *m, const State *state, size_t index, Objects *out);
/* The same for what ended threads have left for those who ask for it. */
void reach_from_results(Machine *m, const State *state, Objects *out);
/* The same for an object of the state.  Typed memory: only the pointers in regions that are among
 * these bits, or in no region; NULL: all. */
void reach_from_object(Machine *m, const State *state, uint32_t object, const uint64_t *set,
                       uint32_t first, Objects *out);
/* Objects have numbers below this. */
uint32_t reach_objects(Machine *m, const State *state);
/* May pointers be written into the object, into the global? */
bool reach_takes_pointers(Machine *m, const State *state, uint32_t object);
bool reach_has_pointers(Machine *m, uint32_t global);

#endif
