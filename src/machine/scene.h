/* scene.h -- a whole state, told to somebody who draws it. */
#ifndef MACHINE_SCENE_H
#define MACHINE_SCENE_H

#include "machine/state.h"

/* Who is told.  The texts are in the machine's arena. */
typedef struct Painter {
    void *self;
    /* A global variable or an object of the heap, then its cells; false: they are not wanted.  The
     * stamp is the same as long as its contents are. */
    bool (*object)(void *self, uint32_t object, uint32_t stamp);
    /* A thread, then its frames, the innermost first; false: they are not wanted. */
    bool (*thread)(void *self, const StateThread *thread);
    /* A frame of the user's own code, then its variables; pc is what it does next. */
    void (*frame)(void *self, uint32_t pc);
    /* A cell of what was told last; target: the object that it points to, 0: none. */
    void (*cell)(void *self, const char *name, const char *value, uint32_t target);
} Painter;

void machine_paint(Machine *m, const State *state, const Painter *painter);

/* A value of a cell that some thread may read, where memory is weak.  The texts are in the machine's
 * arena. */
typedef struct VisibleValue {
    uint64_t pointer; /* of the cell */
    const char *name, *value;
    uint32_t behind;     /* so many values of the cell come after it in modification order */
    bool waits;          /* tso: it is no more than on its way ... */
    Tid thread;          /* ... in the queue of this thread */
    const char *readers; /* threads: `0.0, 0.1`; empty: nobody */
    uint32_t count;      /* of readers */
} VisibleValue;
typedef VEC(VisibleValue) VisibleValues;
/* Cell by cell, in modification order; tso: what is in memory comes first, then by queues.  Cells of
 * which all threads must read the same value are left out. */
void machine_visible(Machine *m, const State *state, VisibleValues *values);
/* The name of an object, for the one that the painter is told about. */
const char *machine_object_name(Machine *m, uint32_t object);
bool machine_object_is_global(const Machine *m, uint32_t object);

#endif
