/* symmetry.h -- threads that are one up to their names: see symmetry.c. */
#ifndef MACHINE_SYMMETRY_H
#define MACHINE_SYMMETRY_H

#include "machine/state.h"

/* The threads that one thread waits for before it does anything else that others could notice, and
 * the places where it has their names. */
typedef struct NamePlace {
    uint32_t object, offset;
} NamePlace;
typedef struct Joins {
    size_t index;     /* of the thread that waits */
    Tid tid;          /* its name */
    uint64_t threads; /* a bit for each, by its tid */
    VEC(NamePlace) places;
} Joins;
typedef VEC(Joins) AllJoins;

/* Are states brought to a normal form at all?  Not, if options.symmetry is not set, or the program
 * can tell threads apart by their names. */
bool machine_is_symmetric(const Machine *m);
/* Something was found out that states met so far did not know: the search must begin again, which
 * is said by symmetry_begin. */
bool symmetry_is_stale(const Machine *m);
void symmetry_begin(Machine *m);
/* Something is known of this thread under its name, by whoever asks: it keeps the name. */
void symmetry_fix(Machine *m, Tid tid);

/* Could two threads of the state be exchanged, by the looks of them?  It is the loaded one. */
bool symmetry_may_be(Machine *m, const State *state);
/* Gives threads that could be exchanged the names of a normal form; who joins whom is exempt (see
 * symmetry.c); true: that has changed the state, and objects may have to be renamed. */
bool state_sort_threads(Machine *m, State *state, const AllJoins *joins);
/* ... and then this says which: thread number n, below MOST_NAMES, is number names[n] now. */
enum { MOST_NAMES = 62 };
const uint8_t *symmetry_names(const Machine *m);

/* The same for two threads, mostly only if each could stand for the other one: same place, same values,
 * pointers to objects with the same contents. */
uint64_t symmetry_likeness(Machine *m, const State *state, size_t index);

/* Is the thread about to wait for another one, in a join of the library? */
bool symmetry_waits_in_join(Machine *m, const State *state, size_t index);
/* Is there the name of a thread, in raw memory? */
bool symmetry_is_name(Machine *m, uint32_t object, int32_t offset);
/* Runs the thread as if each one that it joins had ended, and tells which it joined; nothing comes
 * of the run.  False: it chooses.  Where it fails the look ends. */
bool symmetry_peek(Machine *m, const State *state, size_t index, const Watcher *watcher,
                   uint64_t *joined);

#endif
