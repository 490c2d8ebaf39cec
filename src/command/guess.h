/* guess.h -- what a method may perform, guessed from its text. */
#ifndef COMMAND_GUESS_H
#define COMMAND_GUESS_H

#include "base/memory.h"
#include "command/scan.h"

typedef VEC(const char *) Guesses;

typedef struct Guess {
    size_t at;           /* where its performs could stand: an offset */
    const char *places;  /* that it may change: `x, p->y` */
    const char *nothing; /* a predicate that says nothing, in its language */
    Guesses clauses;     /* what may be said besides: `x == \old(x) + 1` */
} Guess;

/* False: there is no such method in the text. */
bool guess_make(Guess *guess, const Scan *scan, Language language, const char *name, Arena *arena);
void guess_free(Guess *guess);

#endif
