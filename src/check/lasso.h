/* lasso.h -- is a run that comes back to where it was fair, and does it break what it is to break? */
#ifndef CHECK_LASSO_H
#define CHECK_LASSO_H

#include "check/refuse.h"
#include "machine/state.h"
#include "result/job.h"

/* The states of a run, each as it was, and who went on from there. */
typedef struct LassoCheck {
    VEC(State) states; /* before the first step, and after each */
    VEC(Tid) movers;   /* of each step */
} LassoCheck;

void lasso_note(LassoCheck *check, const State *state);
void lasso_move(LassoCheck *check, Tid tid);
/* True: bug->message says what is broken, and by whom; bug->where is the place. */
bool lasso_confirm(LassoCheck *check, Machine *m, Job *job, Bug *bug, Why why);
void lasso_free(LassoCheck *check);

#endif
