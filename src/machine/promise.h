/* promise.h -- functions that are claimed to make progress, as formulas over runs name them:
 *
 *   lockfree(push, pop)      while threads run inside these, some call of them returns
 *   waitfree(add)            who runs inside comes to the end of its call, whatever others do
 *   starvationfree(enter)    who is inside comes to the end of its call, in every fair run
 *
 * Several questions may stand in one list, with semicolons between them. */
#ifndef MACHINE_PROMISE_H
#define MACHINE_PROMISE_H

#include "machine/state.h"

typedef enum PromiseKind {
    PROMISE_NONE, /* it is a formula */
    PROMISE_LOCKFREE,
    PROMISE_WAITFREE,
    PROMISE_STARVATIONFREE
} PromiseKind;

typedef struct Promise {
    PromiseKind kind;
    VEC(bool) procs; /* the functions */
} Promise;

/* NULL, or what is wrong with it, in the arena. */
const char *promise_read(Promise *claim, const Program *program, const char *text, Arena *arena);
void promise_free(Promise *claim);
/* From now on the machine tells when a call of one of the functions returns. */
void promise_watch(const Promise *claim, Machine *m);
void promise_forget(Machine *m);
/* Has one returned in this outcome of the last step? */
bool promise_returned(const Machine *m, size_t outcome);
/* The threads that are inside such a call, a bit for each. */
uint64_t promise_inside(const Promise *claim, Machine *m, const State *state);
/* Question number k of a list, in the arena; NULL: there are fewer. */
const char *promise_question(const char *list, size_t k, Arena *arena);

#endif
