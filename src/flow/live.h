/* live.h -- finds the registers that will still be read, by the classical backward analysis. */
#ifndef FLOW_LIVE_H
#define FLOW_LIVE_H

#include "ir/program.h"

typedef struct Live {
    uint32_t begin, end;  /* the procedure's instructions */
    uint32_t words;       /* of one set */
    VEC(uint64_t) before; /* set of the registers live before instruction begin + i, at i * words */
} Live;

/* Fills `live` for one procedure; what it held is reused. */
void flow_live(const Program *program, uint32_t proc, Live *live);

static inline bool live_before(const Live *live, uint32_t pc, uint32_t reg)
{
    return live->before.at[(size_t)(pc - live->begin) * live->words + reg / 64] >> reg % 64 & 1;
}

/* Whether a call's caller still needs the register while the callee runs. */
bool live_across(const Program *program, const Live *live, uint32_t call_pc, uint32_t reg);

void live_free(Live *live);

/* The places where control can go after the instruction at pc, in its procedure. */
typedef VEC(uint32_t) Successors;
void flow_successors(const Program *program, uint32_t pc, Successors *out);

/* The SELECT whose guards the instruction helps to compute: from here control comes there, or the
 * run ends in an error.  0: there is none. */
uint32_t flow_wait(const Program *program, uint32_t pc);

#endif
