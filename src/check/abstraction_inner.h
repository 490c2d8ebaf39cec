/* abstraction_inner.h -- what the files abstraction*.c share. */
#ifndef CHECK_ABSTRACTION_INNER_H
#define CHECK_ABSTRACTION_INNER_H

#include "check/abstraction.h"
#include "check/words.h"
#include "ir/shape.h"
#include "smt/solver.h"

enum { NO_CLAIMED_CELL = UINT32_MAX, MOST_ENDS = 4096 };

/* What an instruction of the program may come to. */
typedef struct Exit {
    Term guard;
    uint32_t next; /* 0: it fails */
    ErrorKind error;
    Term met; /* when the abstraction can come to the same */
} Exit;

typedef struct Undo {
    uint32_t at;
    Term old;
} Undo;

typedef struct Simulation {
    const Abstraction *claims;
    const Program *p, *a;
    Words words;
    Solver *solver;
    Budget *budget;
    AbstractionCheck verdict;
    char *why;
    size_t size;
    uint64_t work;
    VEC(uint32_t) back; /* instruction of the abstraction -> whose code begins there, plus 1 */
    VEC(bool) target;   /* instruction of the program: somebody jumps there */
    VEC(uint8_t) depth; /* ... atomic regions of the procedure around it, plus 1 */
    VEC(bool) atomic;   /* procedure: it runs in atomic regions only */
    VEC(bool) led;      /* ... others than direct calls lead to it */
    VEC(bool)
    hazy; /* first result of a procedure + result: some return hands back what is abstract */
    VEC(uint32_t) result_of;
    Term self, nobody;
    /* where the walk is */
    uint32_t proc, pc;
    const Proc *of, *made;
    Term *registers; /* of the program */
    Term *cells;
    Term *now; /* by predicate: its value in the program */
    Term *
        slots; /* of the abstraction: its registers, then predicates that are globals, then who has claimed cells */
    uint32_t first_bit, first_claim, slots_len;
    bool *touched; /* by slot, in this step */
    Term facts;    /* that hold of the program */
    VEC(Undo) undo;
    VEC(Exit) exits;
    /* of the code of the abstraction that is run */
    uint32_t image; /* the instruction that is as it was; 0: not met yet */
    bool to_image;  /* it ends there */
    bool begun;
    Term image_met;
    uint32_t ends;
} Simulation;

/* The first thing that is wrong, or could not be found out, stays. */
void sim_fail(Simulation *s, AbstractionCheck verdict, const char *what);

static inline bool sim_register_is_abstract(const Simulation *s, uint32_t proc, int32_t reg)
{
    return s->claims->registers.at[s->claims->first.at[proc] + (uint32_t)reg];
}
/* The register of the abstraction. */
static inline int32_t sim_map(const Simulation *s, int32_t reg)
{
    return reg < (int32_t)s->of->params ? reg : reg + (int32_t)s->claims->shift.at[s->proc];
}
uint32_t sim_cell(const Simulation *s, const Instr *i);
Term sim_operand(Simulation *s, Ref ref, Type type);
/* The predicate, of what there is in the program now. */
Term sim_predicate(Simulation *s, const ClaimedPredicate *p, const Term *params,
                   const Term *results);
/* Where its value stands in the abstraction; UINT32_MAX: nowhere, in this procedure. */
uint32_t sim_home(const Simulation *s, const ClaimedPredicate *p);

/* abstraction_run.c: the code from here on, on all ways. */
/* begun: it may end at once. */
void sim_run(Simulation *s, uint32_t at, bool begun);
/* It goes to all exits as it is. */
void sim_arrive(Simulation *s);
/* Does it hand over the predicates that it should, with the right values? */
Term sim_handed(Simulation *s, const Instr *o);
Term sim_slot(Simulation *s, uint32_t slot, Sort sort);
void sim_set(Simulation *s, uint32_t slot, Term value);
/* Is it a register that the program has, too, and which must be what it is there? */
bool sim_is_same(const Simulation *s, int32_t reg);
/* The same operands and fields as in the program. */
bool sim_is_image(Simulation *s, const Instr *i, const Instr *o);

/* abstraction_step.c: one instruction; false: the walk ends here. */
bool sim_step(Simulation *s);
/* Are all exits met?  Then the walk can go on. */
void sim_demand(Simulation *s);
void sim_end_step(Simulation *s, uint32_t next);

/* abstraction_data.c */
void sim_data(Simulation *s);

#endif
