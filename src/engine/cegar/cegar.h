/* cegar.h -- numbers are replaced by predicates, and predicates are added until they are enough.
 *
 * The loop of abstraction, check and refinement (Graf and Saidi, CAV 1997; Ball and Rajamani, SPIN
 * 2001; Sen and Viswanathan name it as the frame of their method, CAV 2006, section 1).  The
 * abstraction is a program of the IR again, so any engine decides it.  This folder makes it, and says
 * of a run of it whether the program has that run; command/cegar.c is the loop. */
#ifndef ENGINE_CEGAR_CEGAR_H
#define ENGINE_CEGAR_CEGAR_H

#include "result/abstraction.h"
#include "result/job.h"

typedef struct Cegar Cegar;

/* Whether the program has numbers that predicates can stand for; *why says why not. */
bool cegar_accepts(const Job *job, Reason *why);
/* Of this program: the job's, or what cegar_widen makes of it.  `all`: predicates stand for all numbers that they
 * can stand for, not only for those that may take many values.  NULL: there is no solver; *why says so. */
Cegar *cegar_new(Job *job, const Program *program, bool all, Reason *why);
void cegar_free(Cegar *c);

/* The program over the predicates that are known so far; it is the caller's.  NULL: it cannot be made,
 * and *why says why. */
Program *cegar_abstract(Cegar *c, Reason *why);
/* What is claimed of the last abstraction, as long as that is there. */
const Abstraction *cegar_claims(const Cegar *c);

typedef enum Followed {
    FOLLOWED_REAL,    /* the program may have this run: *real has the steps */
    FOLLOWED_REFINED, /* it has not, and there are new predicates */
    FOLLOWED_STUCK    /* it has not, or nobody knows; *why says why nothing comes of it */
} Followed;
/* A bug of the abstraction that was replayed there. */
Followed cegar_follow(Cegar *c, const Bug *bug, Bug *real, Reason *why);

/* How many truth values the globals have. */
uint32_t cegar_truths(const Program *program);
/* The same program with numbers in their place, whose runs have the same threads and choices; the caller's.  NULL:
 * that cannot be done. */
Program *cegar_widen(const Program *program);

/* Is there a thread that is started again and again? */
bool cegar_starts_many(const Program *program);

/* The predicates, for people: how many, and the text of each, in the job's arena. */
uint32_t cegar_predicates(const Cegar *c);
const char *cegar_predicate(const Cegar *c, uint32_t number, Arena *arena);

#endif
