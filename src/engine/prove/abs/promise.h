/* promise.h -- a method says what it will return before it does. */
#ifndef ENGINE_PROVE_ABS_PROMISE_H
#define ENGINE_PROVE_ABS_PROMISE_H

#include "engine/prove/model.h"

uint32_t promise_variable(const Attempt *f);    /* the register that is returned, but for casts */
Term promise_value(Attempt *f, const State *s); /* what would be returned now */
bool promise_begin(Attempt *f);                 /* false: it is not known what to promise */
void promise_note(Attempt *f, State *s);        /* an action has ended */
void promise_make(Attempt *f, State *s, Term when); /* a block ends */
/* A block ends where this code comes next: who touches nothing from there on returns what it will. */
void promise_foresee(Attempt *f, State *s, Term when, uint32_t code);
void promise_keep(Attempt *f, State *s, Term returned, /* the method returns */
                  uint32_t code);
Term promise_kept(Attempt *f, const State *s); /* if it was made */
/* A thread that returns from here without touching anything has done its actions already. */
Term promise_later(Attempt *f, const State *s, uint32_t head);

#endif
