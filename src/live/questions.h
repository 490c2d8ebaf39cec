/* questions.h -- what is asked about whole runs: --ltl, livelock, termination.  See live.c. */
#ifndef LIVE_QUESTIONS_H
#define LIVE_QUESTIONS_H

#include "result/job.h"

/* Who rolls a number below n. */
typedef struct LiveDice {
    void *self;
    uint64_t (*roll)(void *self, uint64_t n);
} LiveDice;

/* Answers the questions about whole runs among the properties of the job. */
void live_run(Job *job);
/* Looks for what breaks these properties in random runs (PROPERTY_HANG, too), with so much work for each question.
 * True: all states are known, and another look would find nothing else. */
bool live_hunt(Job *job, uint32_t properties, const LiveDice *dice, uint64_t work);
/* What is wrong with --ltl and --condition, a sentence in the arena; NULL: nothing. */
const char *live_check_formula(const Program *program, const Options *options, Arena *arena);

#endif
