/* recall.h -- steps that were taken before.
 *
 * What a thread does in one action depends on its frames and on the objects that the action looks
 * at, and on nothing else (part.h).  All of these are interned, so equal ones have equal numbers: a
 * step from the same frames that would look at the same objects need not be taken again.  Most steps
 * of a search without reduction are of this kind: others have moved meanwhile, and the thread does
 * not notice.
 *
 * A tree tells what to look at: at its root are the thread and its frames, at each node the object
 * that the step looks at next, at each edge what it finds there, and at the leaves what it does.
 * Steps that make objects or threads, turn pointers to objects of the heap, go wrong or look at all
 * objects are always taken. */
#ifndef MACHINE_RECALL_H
#define MACHINE_RECALL_H

#include "machine/state.h"

/* The options and the program allow it. */
bool recall_may_begin(const Machine *m);
/* The step of thread t from (l, s) in the loaded store; false: it must be taken. */
bool recall_find(Machine *m, Tid t, LocalId l, StackId s, Outcomes *out);
/* Around a step that is taken, because it was not found. */
void recall_begin(Machine *m);
void recall_end(Machine *m, Tid t, LocalId l, StackId s, const Outcomes *out);
/* What the outcome changes is in Machine.changes, and will be used up. */
void recall_note_changes(Machine *m);
uint64_t recall_bytes(const Machine *m);
void recall_free(Machine *m);

#endif
