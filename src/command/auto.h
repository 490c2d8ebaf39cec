/* auto.h -- --engine=auto for programs: engines take turns until one of them has the answer. */
#ifndef COMMAND_AUTO_H
#define COMMAND_AUTO_H

#include "result/job.h"

void auto_run(Job *job);
/* Safe, a bug, or something of which no engine can say more. */
bool auto_is_answer(const Job *job);

#endif
