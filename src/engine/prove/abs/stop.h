/* stop.h -- runs that never return. */
#ifndef ENGINE_PROVE_ABS_STOP_H
#define ENGINE_PROVE_ABS_STOP_H

#include "engine/prove/model.h"

void stop_find_returns(Prover *p); /* which procedures may return? */
void stop_find_ends(Prover *p);    /* which surely do, without waiting? */
void stop_begin(Attempt *f);       /* finds the exits of loops */
/* Control goes from one code to another, maybe out of a loop. */
void stop_note_exit(Attempt *f, uint32_t from, uint32_t to, const State *s);
void stop_round(Attempt *f, State *s, uint32_t head); /* a round of the loop has ended */
void stop_call(Attempt *f, State *s, uint32_t code);  /* a call by specification begins */
/* In the middle of an action the thread stops for ever, when this is true. */
void stop_here(Attempt *f, const State *s, uint32_t code, Term when, BlockWhy why);

/* Every loop ends, and nobody calls itself: whoever never returns waits for ever. */
bool stop_halts(const Prover *p);

#endif
