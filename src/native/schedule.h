/* schedule.h -- a replayed run as the order in which a binary passes its landmarks.
 *
 * A thread passes an access where the trace does.  A call of the library is made when the model of
 * it returns in the trace: it succeeds then.  One that gives up a mutex to wait has two phases; one
 * that calls the user's functions is made before these pass anything. */
#ifndef NATIVE_SCHEDULE_H
#define NATIVE_SCHEDULE_H

#include "result/job.h"

/* ORDER MODE: as in lib/native/replay.c */
typedef enum ScheduleMode {
    SCHEDULE_ERROR,
    SCHEDULE_DEADLOCK, /* all go on by themselves in the end; of hangs, too */
    SCHEDULE_RACE,
    SCHEDULE_ROUND /* its last events repeat */
} ScheduleMode;

enum { SCHEDULE_ROUNDS = 1000 }; /* ORDER ROUNDS: as in lib/native/replay.c */

enum { SCHEDULE_NEVER = -1 };

typedef struct ScheduleEvent {
    uint32_t landmark;
    int order; /* in the whole schedule, or NEVER */
    int phase;
    bool known; /* is the result? */
    bool ends;  /* the thread was cancelled, and does not come back from the call */
    int64_t result;
    size_t step; /* of the trace */
} ScheduleEvent;

/* A thread as it is created: names are given again when a thread is gone. */
typedef struct ScheduleThread {
    const char *name;
    int parent, child; /* the how manieth of its parent; of tasks that it posts: -1, -2 ... */
    VEC(ScheduleEvent) events;
} ScheduleThread;

typedef struct Schedule {
    ScheduleMode mode;
    VEC(ScheduleThread) threads; /* thread 0 runs main */
    int total;                   /* events that have an order */
    int last;                    /* the first event of the last step */
    int culprits[2];             /* threads; -1: none */
    int argc;                    /* that main gets; 0: as it comes */
    int round;                   /* the first event of those that repeat; -1: none do */
} Schedule;

/* Of a bug that was replayed on the program; found[n]: the binary has landmark n. */
void schedule_make(const Program *program, const Bug *bug, const bool *found, Schedule *schedule);
/* The tables that lib/native/replay.c wants behind it. */
void schedule_print(const Schedule *schedule, FILE *out);
void schedule_free(Schedule *schedule);

#endif
