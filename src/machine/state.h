/* state.h -- whole states: a global store and every thread's local store and stack. */
#ifndef MACHINE_STATE_H
#define MACHINE_STATE_H

#include "machine/machine.h"

typedef struct StateThread {
    Tid tid;
    LocalId l; /* 0: it has ended */
    StackId s;
} StateThread;

typedef struct State {
    GlobalId g;
    VEC(StateThread) threads; /* every thread that exists, sorted by tid */
} State;

/* The state that outcome `o` of machine_initial stands for. */
void state_initial(Machine *m, const Outcome *o, State *state);

/* All that thread number `index` of the state can do in one action (machine_step).  The state is
 * canonical; o->renames tells exactly which outcomes lead to one that is not. */
void state_step(Machine *m, const State *state, size_t index, Outcomes *out);

/* The same for a run through several actions (machine_run). */
void state_run(Machine *m, const State *state, size_t index, const Watcher *watcher, Outcomes *out);

/* The index of the thread that stopped in the midst of an action, and alone may run; -1: none. */
ptrdiff_t state_chooser(Machine *m, const State *state);

/* Thread number `index` of the state takes the step `o` (STEP, CHOICE or ENDED). */
void state_apply(State *state, size_t index, const Outcome *o);

/* Renames the heap: objects are numbered in the order of a traversal from the globals and then the
 * threads, unreachable ones are dropped.  States equal up to the names of objects become equal. */
void state_canonicalise(Machine *m, State *state);

/* Drops the heap objects that neither the globals and threads nor the pinned ones lead to; all
 * others keep their names. */
void state_sweep(Machine *m, State *state, const uint32_t *pinned, size_t len);

/* With number_threads: do threads have names that could as well be exchanged, so that a state and
 * the one with other names can do the same?  Memory is typed, and nobody looks at numbers. */
bool machine_can_permute(const Machine *m);
/* Thread number n becomes thread number permutation[n].  Objects keep their names. */
void state_permute(Machine *m, State *state, const uint32_t *permutation);

void state_free(State *state);

#endif
