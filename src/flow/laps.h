/* laps.h -- loops of threads of which only the rounds of all threads together need to be known; see laps.c. */
#ifndef FLOW_LAPS_H
#define FLOW_LAPS_H

#include "ir/program.h"

/* A loop that counts to a constant: a round is a change of its counter. */
typedef struct Lap {
    uint32_t proc;
    uint32_t begin;  /* the instruction that gives the counter its first value */
    uint32_t test;   /* a branch; the comparison is just before it */
    uint32_t change; /* the instruction that adds a constant to the counter */
    bool sense;      /* the condition, where the loop goes on */
    uint64_t rounds; /* after so many changes the loop is left at the test */
} Lap;
typedef VEC(Lap) Laps;

/* Adds those of all procedures with which threads begin. */
void laps_find(const Program *program, Laps *laps);

#endif
