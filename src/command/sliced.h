/* sliced.h -- engines are asked about what is left of a program when the data that nobody looks at is gone
 * (flow/slice.h).  Bugs are replayed with the program itself. */
#ifndef COMMAND_SLICED_H
#define COMMAND_SLICED_H

#include "flow/slice.h"
#include "result/job.h"

typedef struct Sliced {
    Job *job;
    const Program *whole;
    Slice slice;
} Sliced;

/* Marks in the program what shows nothing to others, if that is asked. */
void sliced_mark(Program *program, const Job *job);
/* From here on the job is about the slice, until sliced_end. */
void sliced_begin(Sliced *sliced, Job *job);
/* ... and again about it, after that. */
void sliced_again(Sliced *sliced);
void sliced_whole(Sliced *sliced);
void sliced_end(Sliced *sliced);

#endif
