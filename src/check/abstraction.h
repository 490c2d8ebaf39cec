/* abstraction.h -- is every run of the program one of the abstraction?  See result/abstraction.h.
 *
 *   abstraction.c      the question, procedure by procedure
 *   abstraction_run.c  what the code of the abstraction does with predicates
 *   abstraction_step.c what an instruction of the program does
 *   abstraction_data.c what must be so everywhere: cells, what is copied, the beginning
 *   words.c            arithmetic */
#ifndef CHECK_ABSTRACTION_H
#define CHECK_ABSTRACTION_H

#include "base/budget.h"
#include "result/abstraction.h"

/* Open: it could not be found out. */
typedef enum AbstractionCheck {
    ABSTRACTION_HOLDS,
    ABSTRACTION_FAILS,
    ABSTRACTION_OPEN
} AbstractionCheck;

/* Asks the solver, within the budget.  *questions: how many it was asked. */
AbstractionCheck check_abstraction(const Abstraction *claims, Budget *budget, uint64_t *questions,
                                   char *why, size_t size);

#endif
