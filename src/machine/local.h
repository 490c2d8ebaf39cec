/* local.h -- local variables that conditions name: `k == 2 @ 17`. */
#ifndef MACHINE_LOCAL_H
#define MACHINE_LOCAL_H

#include "ir/label.h"
#include "machine/state.h"

/* Is the instruction in that line of the user's, and not of the library? */
bool local_is_line(const Program *program, uint32_t proc, uint32_t pc, uint32_t line);
/* Where an expression is asked about: behind `@`, a line or a label. */
typedef struct LocalSpot {
    uint32_t line;
    LabelPlaces labels;
} LocalSpot;

/* Reads what stands behind `@`; *end is what comes behind that.  False: there is no such place in the program. */
bool local_read_spot(const Program *program, const char *text, LocalSpot *spot, const char **end);
bool local_is_spot(const Program *program, uint32_t proc, uint32_t pc, const LocalSpot *spot);

/* Does one of these texts have the variable of the procedure in an expression at one of its places?  Then it is kept
 * there, whether or not the program reads it again. */
bool local_is_watched(const Program *program, uint32_t proc, const char *name,
                      const char *const texts[2]);

/* The frame of the user's in which the thread is about to do something, or is inside a call. */
LocalId local_frame(Machine *m, const StateThread *thread);

typedef struct LocalPlace {
    const Register *reg; /* NULL: it is in memory, or there is none of that name */
    int64_t value;
    uint32_t object;  /* 0: it is in no memory now */
    const char *path; /* the part of it */
    bool is, twice;   /* twice: two variables of the procedure have the name */
} LocalPlace;

/* The variable in a frame, or in any frame of the procedure if it is {0}: then nothing is known of its value. */
LocalPlace local_find(Machine *m, uint32_t proc, LocalId frame, const char *name);

#endif
