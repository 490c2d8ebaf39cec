/* houdini.h -- candidates for an invariant are dropped until the rest is inductive.
 *
 * Flanagan & Leino, "Houdini, an annotation assistant for ESC/Java", FME 2001.  All candidates are
 * assumed, and the solver is asked whether one of them can be broken.  Those that its model breaks
 * are dropped; what is left when there is no such model is the greatest inductive subset.  It does
 * not depend on the models, but giving up does: then no candidate is left.
 *
 * An engine says what the candidates are, asks, and drops.  houdini_run is the loop. */
#ifndef SYMBOLIC_HOUDINI_H
#define SYMBOLIC_HOUDINI_H

#include "smt/solver.h"

typedef enum Drop {
    DROP_BROKEN, /* those that are broken in the solver's model */
    DROP_ONE,    /* any one: the model does not tell */
    DROP_ALL     /* the solver gives up */
} Drop;

typedef struct Houdini {
    void *of;
    /* Can one that is left be broken?  SAT and MAYBE: there is a model. */
    SolverAnswer (*ask)(void *of);
    /* False: there was nothing to drop. */
    bool (*drop)(void *of, Drop which);
} Houdini;

/* False: the solver gave up. */
bool houdini_run(const Houdini *h);

#endif
