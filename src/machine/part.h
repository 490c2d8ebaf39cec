/* part.h -- stores of which only a part matters: what a procedure does depends on the objects that
 * it looks at, and on no others.
 *
 * A place is the number of an object; place 0 is the record of the threads.  A footprint is a list
 * of places.  Two stores that agree on the footprint of a run have the same run, and what it did to
 * one can be done to the other (machine_graft). */
#ifndef MACHINE_PART_H
#define MACHINE_PART_H

#include "machine/machine.h"

/* What stands at a place: equal contents have equal numbers. */
uint32_t machine_leaf(const Machine *m, GlobalId g, uint32_t place);
/* The store `onto` with what `from` has at the places. */
GlobalId machine_graft(Machine *m, GlobalId onto, GlobalId from, const uint32_t *places,
                       size_t len);

/* Threads that were started in a run, the latest first: a list of (tid, local store). */
typedef struct ForkId {
    uint32_t ix; /* 0: none */
} ForkId;
ForkId forks_add(Machine *m, ForkId forks, Tid tid, LocalId l);
ForkId forks_join(Machine *m, ForkId first, ForkId second); /* those of two runs, in this order */
/* The latest of them; the others are returned. */
ForkId forks_take(const Machine *m, ForkId forks, Forked *latest);

/* Where a run of one thread has come to, without the rest of its stack. */
typedef struct Part {
    GlobalId g;
    LocalId l;
    StackId s; /* the frames that are known below it */
    ForkId forks;
} Part;

/* Objects that are not in the store `base` are renamed: to the names that thread t would give them
 * if it had created them now, in the order of a traversal; those that nobody can reach are dropped.
 * What was there before keeps its name, because frames that are not known may refer to it. */
void machine_tidy(Machine *m, Tid t, GlobalId base, Part *part);

/* Threads allocate objects or change pointers, after the program's init procedure. */
bool machine_changes_heap(const Machine *m);
/* Makes a store the one that machine_peek, machine_layout and machine_size look at. */
void machine_open(Machine *m, GlobalId g);
/* What the local store has in a register; false: nothing is kept of it. */
/* The frame on top of a stack that is not empty, and the rest. */
LocalId machine_stack_top(const Machine *m, StackId s, StackId *below);
bool machine_register(const Machine *m, LocalId l, uint32_t reg, uint64_t *value);

/* With ghosts: the ways in which they begin, number k; false: there are no more.  `whole`: nothing
 * of the local store was forgotten. */
bool machine_ghost(Machine *m, GlobalId g, uint32_t k, LocalId *l, bool *whole);

/* The registers of the frame when it has come to pc through nothing but computations; NULL: it does
 * not come there that way.  They are there until the machine is used again. */
const uint64_t *machine_registers_at(Machine *m, LocalId l, uint32_t pc);

/* With track_owners: in this store every other thread has ended, and someone has waited for that.
 */
bool machine_is_alone_in(Machine *m, Tid t, GlobalId g);

/* With share, where nothing forbids it: a thread as one that stands for all, and back.  (Else they
 * do nothing.)  What it is called: machine_shares. */
bool machine_shares(const Machine *m, Tid *self);
/* What thread t is called then: the same, or its own name if it has shown that it depends on it. */
Tid machine_seen_as(const Machine *m, Tid t);
/* Since this was asked last, the one that stands for all, for t, has done what depends on its name
 * (t has its own from now on); or memory was found to hold names.  Either way the runs since do not
 * count, and all must be seen anew. */
bool machine_unshares(Machine *m, Tid t);
void machine_see_as_self(Machine *m, Tid t, Part *part);
void machine_see_as_thread(Machine *m, Tid t, Part *part);
LocalId machine_frame_as_self(Machine *m, Tid t, LocalId frame);
LocalId machine_frame_as_thread(Machine *m, Tid t, LocalId frame);

StackId machine_push(Machine *m, LocalId frame, StackId stack);
LocalId machine_top(const Machine *m, StackId stack); /* of a stack that is not empty */
StackId machine_pop(const Machine *m, StackId stack);

#endif
