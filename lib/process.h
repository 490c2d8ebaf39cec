/* process.h -- the process and its children.  Private to lib/. */
#ifndef HEDDLE_PROCESS_H
#define HEDDLE_PROCESS_H

#include "intrinsics.h"

enum { PROCESS = 4321 };
#define FORKS (__heddle_uses("fork") || __heddle_uses("vfork"))

extern _Bool __heddle_process_forked;
int __heddle_process_number(void);

#endif
