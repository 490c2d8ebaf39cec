/* houdini.c -- the loop of Houdini. */
#include "symbolic/houdini.h"

bool houdini_run(const Houdini *h)
{
    for (;;) {
        SolverAnswer answer = h->ask(h->of);
        if (answer == SOLVER_UNSAT)
            return true;
        assert(answer == SOLVER_SAT || answer == SOLVER_MAYBE || answer == SOLVER_UNKNOWN);
        if (answer == SOLVER_UNKNOWN) {
            h->drop(h->of, DROP_ALL);
            return false;
        }
        if (!h->drop(h->of, DROP_BROKEN) && !h->drop(h->of, DROP_ONE))
            return false;
    }
}
