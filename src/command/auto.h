/* auto.h -- --engine=auto for programs: engines take turns until one of them has the answer. */
#ifndef COMMAND_AUTO_H
#define COMMAND_AUTO_H

#include "result/job.h"

/* Something to do when so much work was done and there is no answer, and again when it has doubled. */
typedef struct AutoPause {
    uint64_t work;
    void (*call)(void *self);
    void *self;
} AutoPause;

void auto_run(Job *job, AutoPause pause);
/* Somebody has found nothing wrong, and did not ask for the properties of this job: one turn, not a long one. */
void auto_look_further(Job *job);
enum { HUNT_SHARE = 6 };         /* in a trial hunt has this part of the others' work */
enum { AUTO_LONG = 6 * 300000 }; /* work of a search that takes long: some seconds */
/* Safe, a bug, or something of which no engine can say more. */
bool auto_is_answer(const Job *job);

#endif
