/* rounds.h -- how often an instruction is executed at most, in one run of the program: loops that count to a
 * constant have so many rounds, and calls and threads multiply them. */
#ifndef FLOW_ROUNDS_H
#define FLOW_ROUNDS_H

#include "flow/live.h"
#include "flow/points.h"

#define ROUNDS_ENDLESS UINT64_MAX /* no bound is known */

typedef struct RoundsSite {
    uint32_t pc, caller, callee; /* a procedure is called or started there */
} RoundsSite;

typedef struct Rounds {
    const Program *program;
    VEC(uint64_t) most;   /* by instruction: in one call of its procedure */
    VEC(uint64_t) calls;  /* by procedure: how often it is entered */
    VEC(uint8_t) visited; /* ... and whether that is known */
    VEC(RoundsSite) sites;
    VEC(bool) open;      /* by procedure: it is also entered in other ways */
    VEC(uint32_t) joins; /* by instruction: how many lead to it */
} Rounds;

void rounds_find(Rounds *rounds, const Program *program, const Points *points);
uint64_t rounds_at(Rounds *rounds, uint32_t proc, uint32_t pc);
void rounds_free(Rounds *rounds);

/* The only instruction that can have set the register when control is at pc; 0: not known. */
uint32_t rounds_setter(const Rounds *rounds, uint32_t begin, uint32_t pc, int32_t reg);
bool instr_sets(const Program *program, const Instr *instr, int32_t reg);
/* The value of a constant of this type. */
__int128 constant_value(const Program *program, Ref ref, Type type);

#endif
